/// The characters, one on each line: id, name, how widely they appear (0 to 9), `-` if there is no picture, and a description, which may be
/// missing. Ids and names are those of the service; the descriptions are our own.
enum CharacterTable {
    static let text = """
        1011334|3-D Man|2|+|Two heroes in one: a special pair of glasses lets him unmask Skrulls wherever they hide.
        1017100|A-Bomb (HAS)|1|+|Rick Jones under blue armour plating, who solves most problems by rolling over them.
        1009144|A.I.M.|4|+|Scientists for hire who left their employer and kept the laboratories, the uniforms and the beehive hats.
        1010699|Aaron Stack|1|-|
        1009146|Abomination (Emil Blonsky)|3|+|A spy who took a larger dose of gamma rays than the Hulk did, and kept his wits along with the scales.
        1016823|Abomination (Ultimate)|0|-|
        1009148|Absorbing Man|3|+|He becomes whatever he touches: steel, stone, glass, and once the whole of an island.
        1009149|Abyss|1|+|
        1010903|Abyss (Age of Apocalypse)|0|+|
        1011266|Adam Destine|0|-|
        1010354|Adam Warlock|4|+|Made to be perfect, he left his makers and has died often enough to be good at it.
        1010846|Aegis (Trey Rollins)|0|+|
        1011297|Agent Brand|2|+|Her office is in orbit and her job is every threat that doesn't come from Earth.
        1011031|Agent X (Nijo)|0|-|
        1009150|Agent Zero|1|+|
        1011198|Agents of Atlas|2|+|A spaceman, a robot, a siren, a gorilla and a man of Atlantis, together again since the fifties.
        1011175|Aginar|0|-|
        1011136|Air-Walker (Gabriel Lan)|1|-|
        1011176|Ajak|1|+|
        1010870|Ajaxis|0|+|
        1010836|Alex Power|1|+|
        1010755|Alex Wilder|1|+|The one among the runaways without any power, and for that reason always two plans ahead.
        1009435|Alicia Masters|2|-|A sculptor who can't see, and who knew what the Thing was made of before anyone else.
        1010370|Alpha Flight|3|+|Canada's own team, called out whenever the snow starts to glow.
        1011227|Amadeus Cho|3|+|Among the cleverest people alive, and the first to say so.
        1010672|Amora|1|-|
        1009152|Ancient One|2|+|
        1011338|Angel (Ultimate)|1|+|
        1009153|Angel (Warren Worthington III)|3|-|Heir to a fortune, with feathered wings that he used to strap down under his suit.
        1017574|Angela (Aldrif Odinsdottir)|2|+|A hunter raised by angels, who found out late that she comes from Asgard.
        1009154|Annihilus|2|+|Lord of the Negative Zone, who fears death so much that he hands it to everyone else.
        1011301|Anole|1|+|
        1010802|Ant-Man (Eric O'Grady)|1|+|
        1010801|Ant-Man (Scott Lang)|4|+|A burglar who stole the suit for his daughter's sake and then earned the right to it.
        1009156|Apocalypse|4|+|He has waited since the pharaohs for the strong to be left over.
        1017438|Araña|1|-|
        1009158|Arcade|1|+|An assassin who never pulls a trigger as long as he can build a theme park instead.
        1009159|Archangel|3|+|
        1010784|Ares|2|+|A god of war who found carpentry more restful.
        1011298|Armor (Hisako Ichiki)|1|+|
        1009740|Arnim Zola|2|+|He moved his mind into a machine and put his face where his chest had been.
        1009163|Aurora|1|+|
        1009164|Avalanche|1|+|
        1009165|Avengers|8|+|They assemble when something is too big for any one of them. The list of members is never finished.
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
        1010365|Nebula|2|+|A pirate who rebuilt herself part by part.
        1009471|Nick Fury|4|+|A spy whose one eye misses very little.
        1009472|Nightcrawler|4|+|Gone in a puff of brimstone before the swords are drawn.
        1009504|Professor X|5|+|He runs a school for those the world is afraid of, and hears what it thinks.
        1009512|Psylocke|3|+|
        1009515|Punisher|4|+|
        1009524|Quicksilver|3|+|Everyone else is slow, and he finds it hard to be polite about it.
        1009535|Red Skull|3|+|The Captain's oldest enemy, who has outlived everything but his hatred.
        1010744|Rocket Raccoon|3|+|Don't call him that, and don't leave anything lying about that could be made to explode.
        1009546|Rogue|5|+|What she touches she takes: powers, memories, and now and then a heart.
        1010344|Ronan|1|+|
        1009554|Sabretooth|2|+|
        1009562|Scarlet Witch|5|+|Chance goes her way, and once reality did.
        1009583|She-Hulk (Jennifer Walters)|3|+|She argues before the court and, where that fails, lifts it.
        1009592|Silver Surfer|3|+|Herald of Galactus for the sake of his world; free for the sake of ours.
        1009610|Spider-Man (Peter Parker)|9|+|A spider's bite, an uncle's words, and a student who has been late for everything since.
        1009608|Spider-Woman (Jessica Drew)|3|+|
        1010733|Star-Lord (Peter Quill)|3|+|Half human, half at home in space, and captain as long as nobody counts the votes.
        1009629|Storm|5|+|The weather listens to her, as most people do.
        1009652|Thanos|4|+|In love with death, and generous with it.
        1009662|Thing|5|+|A pilot turned to orange rock; the gentlest voice on Yancy Street.
        1009664|Thor|7|+|Son of Odin, who carries the hammer as long as he is worthy of it.
        1009673|Toad|1|+|
        1009685|Ultron|3|+|Built to help, he drew his own conclusions.
        1009697|Vision|4|+|Neither a man nor a machine, and more careful about it than most of either.
        1009707|Wasp|4|+|A founder of the Avengers, who gave them their name.
        1010740|Winter Soldier|3|+|A friend thought dead, thawed out whenever someone was to disappear.
        1009718|Wolverine|9|+|Heals from anything but what he remembers. The claws were always his own.
        """
}
