/// The characters, one a line: id, name, how widely they appear (0 to 9), `-` where there is no picture, and a description, which
/// may be missing. Ids and names are those of the service; the descriptions are our own.
enum CharacterTable {
    static let text = [a, bToM, nToZ].joined(separator: "\n")

    static let a = """
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
        """
}
