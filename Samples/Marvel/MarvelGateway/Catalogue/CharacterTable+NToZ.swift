extension CharacterTable {
    static let nToZ = """
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
