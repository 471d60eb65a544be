extension CharacterTable {
    static let bToM = """
        1009168|Banshee|2|+|An Irishman whose scream can carry him through the air.
        1009169|Baron Strucker|1|+|
        1009170|Baron Zemo (Heinrich Zemo)|1|+|
        1009175|Beast|5|+|A chemist, a reader of classics, an acrobat, and blue all over.
        1009187|Black Panther|5|+|King of Wakanda, guardian of its people and of the metal under their feet.
        1009189|Black Widow|6|+|Trained in the Red Room as a spy; chose her own side and has kept the ledger since.
        1009191|Blade|3|+|Half vampire, and the reason why the other half sleeps badly.
        1009212|Bullseye|2|+|In his hand everything is a weapon, a playing card as well.
        1009220|Captain America|8|+|Too frail for the army until a serum made him its best; he woke decades later with the shield.
        1010338|Captain Marvel (Carol Danvers)|5|+|A pilot with Kree strength who flies without the plane these days.
        1009243|Colossus|4|+|He turns to steel from head to foot and would rather be painting.
        1009257|Cyclops|6|+|Ruby quartz is all that stands between his eyes and whatever he looks at.
        1009262|Daredevil|6|+|A lawyer by day; at night he hears what the court didn't.
        1009268|Deadpool|6|+|He can't be killed, can't be quiet, and knows that somebody is reading this.
        1009276|Doctor Octopus|3|+|A physicist with four arms more than usual, each as patient as he is.
        1009281|Doctor Doom|5|+|Monarch of Latveria, sorcerer and engineer; the mask stays on.
        1009282|Doctor Strange|5|+|A surgeon who lost the use of his hands and found another way to hold the world together.
        1010735|Drax|3|+|
        1009297|Falcon|3|+|With wings on his back and a bird at his side, he sees the whole city.
        1009312|Galactus|2|+|Older than this universe, and always hungry.
        1009313|Gambit|4|+|Charges a playing card until it bursts, and a conversation likewise.
        1010763|Gamora|3|+|Raised as a weapon by Thanos, and aimed at him ever since.
        1009318|Ghost Rider (Johnny Blaze)|3|+|A stunt rider who signed a contract that nobody should.
        1010743|Groot|3|+|A tree with a vocabulary of three words, which is enough.
        1009337|Havok|2|+|
        1009338|Hawkeye|5|+|He has no powers, a bow, and an arrow for it.
        1009351|Hulk|7|+|The calmest of scientists until he isn't; then it is best to be elsewhere.
        1009356|Human Torch|4|+|Says two words and burns; the youngest of the Four and the loudest.
        1009362|Iceman|4|+|Makes ice out of the air, slides on it, and jokes the while.
        1009366|Invisible Woman|4|+|She can't be seen, and what she shields can't be hit.
        1009368|Iron Man|8|+|Captured and wounded, an engineer built the armour that keeps him alive; he has improved it ever since.
        1009378|Jessica Jones|2|+|A private investigator with more strength than patience.
        1009381|Jubilee|2|+|
        1009382|Juggernaut|2|+|Once he moves there is no stopping him; many have measured it.
        1009389|Kingpin|3|+|He owns the city from the top of a tower, and sells flowers on the side of it.
        1009508|Kitty Pryde|4|+|Walls are a suggestion to her.
        1009404|Lizard|2|+|He wanted his arm back and grew more than that.
        1009407|Loki|5|+|Asgard's god of mischief, whose brother has stopped being surprised.
        1009215|Luke Cage|4|+|His skin doesn't break, and neither does his word.
        1009417|Magneto|5|+|He remembers what was done to his people, and metal does as he says.
        1009459|Mr. Fantastic|4|+|There is no problem he can't get his head around, or his arms.
        1009465|Mystique|3|+|Anyone might be her; that is the point.
        """
}
