/// The series, one on each line: title, first year, last year, type, rating, and number of issues. A series without years runs now.
/// Everything is made up.
enum SeriesTable {
    static let text = """
        Lanterns over the Harbor|1998|2000|limited|T|14
        The Copper Meridian|2004|2005||Rated T+|12
        Night Shift at the Observatory|2011|2013|ongoing||18
        Tidewater Protocol|2015|2016|limited|T+|10
        Seven Bridges West|1987|1989|ongoing||22
        A Quiet Siege|2009|2009|one shot|Parental Advisory|1
        Cartographers of the Blue Area|2002|2003|limited||12
        Static & Thunder|1994|1997|ongoing|T|24
        The Understudies|2018|2020||Rated T|16
        Low Orbit|2013|2013|limited|T+|6
        Paper Lions|1991|1992|limited||8
        Winter Quarters|2006|2008|ongoing|A|18
        The Ninth Apprentice|2016|2017|limited|T|11
        Gravel and Starlight|1983|1986|ongoing||26
        Salvage Rights|2010|2011||T+|9
        Borrowed Armor|2000|2002|ongoing|T|15
        The Long Way to Attilan|1996|1996|limited||4
        Second Dawn, First Watch|2019|2021|ongoing|T+|20
        Ashes: A Field Guide|2012|2012|one shot||1
        Mirrors of Yancy Street|1979|1981|ongoing||17
        Sixteen Fathoms|2007|2008|limited|T|8
        The Clockmaker's Daughter?|2014|2015||T|10
        Every Door in Madripoor|2001|2003|ongoing|T+|16
        Collected Silences|2017|2017|collection|T+|3
        Harbor of Lost Kites|2003|2004|limited|T|6
        The Salt Ledger|1999|1999|limited||4
        Understudy Season|2020|2021|ongoing|T+|7
        Rooms Without Weather|2008|2008|one shot|T|1
        Glasswing|1988|1989|ongoing||5
        The Borrowed Moon|2012|2013|limited|Rated T|6
        Thirteen Streets Down|1995|1996|ongoing|A|8
        The Patient Machine|2010|2010|limited|T|5
        A Field of Small Flags|2005|2006||T+|5
        Rust Saints|1993|1994|limited||6
        Kindly Giants|2018|2019|ongoing|All Ages|7
        The Last Ferry Home|1985|1985|limited||4
        Echo Garden|2021|2022|ongoing|T+|6
        Half a Map|2000|2000|one shot||1
        Collected Weather|2014|2014|collection|T|2
        Brass & Thistle|2017|2018||T|6
        A Lamp in Every Window|||ongoing|T|13
        The Wednesday Irregulars|||ongoing||9
        """
}

/// The events: title, first and last day, and a description. Everything is made up.
enum EventTable {
    static let text = """
        The Long Eclipse|1992-06-10|1992-11-24|A shadow that doesn't move stands over the city, and everyone under it forgets one thing.
        Paper Empires|1998-02-01|1998-08-31|Three kingdoms that existed only on maps send their ambassadors.
        Salt and Iron|2001-09-05|2002-01-16|The sea comes to collect a debt from those who forged the first sword.
        Nobody's War|2005-04-20|2005-12-14|Every army has marched. No one gave the order.
        The Cold Relay|2008-01-02|2008-07-30|A message from the end of the world is passed on, hand to hand.
        House of Mirrors|2012-05-09|2012-10-31|Each hero meets the one they would have been.
        Nine Bells|2016-05-04|2016-11-23|
        A Season of Small Gods|2019-03-13|2019-09-25|Every street has a deity of its own, and they don't get along.
        The Unlit Hour|1984-10-03|1985-02-27|For sixty minutes each night the heroes are nobody in particular.
        Glass Tide|1988-07-06|1988-12-21|A wave stops above the coast, and people begin to live beneath it.
        The Empty Throne Game|1994-03-02|1994-08-17|Five rulers resign on the same morning.
        Rumor of Wolves|1999-11-10|2000-04-26|No one has seen them. Everyone locks the door.
        Second Sunrise|2003-01-15|2003-06-04|The new light in the east is warm, and it is asking for names.
        The Weight of Feathers|2006-08-23|2007-01-31|Whoever tells the truth grows lighter. Some float away.
        Static Choir|2009-10-07|2010-03-31|All radios play the same song, and it is about next week.
        The Ferrymen's Strike|2011-02-16|2011-07-20|The dead wait at the pier, and run out of patience.
        Ten Thousand Keys|2014-05-07|2014-11-12|Every lock on Earth opens, once.
        The Orchard Below|2015-09-02|2016-03-09|Something under the city has begun to bear fruit.
        A Map of Quiet Places|2017-06-14|2017-12-06|The last places without a hero are found, and sold.
        Borrowed Time, Returned|2021-04-07|2021-10-27|The past wants its minutes back, with interest.
        """
}

/// The names of the creators: first, middle and last names, and a suffix after a comma. They are made up, but `#O` has the form of a real
/// name, which needs escaping.
enum CreatorTable {
    static let text = """
        #O; Ada Vance; Teodor Brink; M. K. Oyelaran; Juniper Hale; Rafael Costa-Lima; Sunniva Dahl; Pip Okafor; José Ibarra-Wynn; \
        Harriet Stone; Lev Marchetti; Priya Raman; Walter Quill Ames, Jr.; Noor Haddad; Cosmo Lindqvist; Beatrix Fenn; Ivo Petrak; \
        Mirela Sandu; Desmond Achterberg; Yuki Tanabe-Ross; Olga Wren; Casimir Bloom, III; Thandi Mokoena; Elias Rook; Fern Abernathy; \
        Gustav Ilves; Hana Zelenka; Ignatius Marlowe Peck; Jola Wieczorek; Kofi Amankwah; Lucinda Thorne; Magnus Eide; Nerys Pugh-Jones; \
        Orsolya Kertész; Percival Dunmore, Sr.; Quentin Aldous Vale; Rosalind Achebe; Silvan Moreau; Tamsin Crewe; Ulla Bergqvist; \
        Viktor Halloran; Winifred Osei; Xiomara Delgado Pons; Yasmin Farouk-Bell; Zoltan Kirsch; Amos Tarrant; Birgit Solheim; \
        Clement Dray; Delphine Arnoult; Edmund Whitlock, Jr.; Freya Castellane; Gideon Marsh; Hollis Penhaligon; Imani Waweru; Jasper Colm Reddy; \
        Katya Belova; Leopold Finch; Maren Ostrom; Nils Overgaard; Odile Brandt
        """
}
