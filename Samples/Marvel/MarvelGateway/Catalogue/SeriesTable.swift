/// The series, one a line: title, first year, last year, type, rating, and how many numbers there are. All of it is made up.
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
        """
}

/// The events: title, first and last day as the service writes them, and the start of a description. All of it is made up.
enum EventTable {
    static let text = """
        The Long Eclipse|1992-06-10 00:00:00|1992-11-24 00:00:00|A shadow that doesn't move stands over the city, and everyone under it forgets one thing.
        Paper Empires|1997-02-01 00:00:00|1997-08-31 00:00:00|Three kingdoms that existed only on maps send their ambassadors.
        Salt and Iron|2001-09-05 00:00:00|2002-01-16 00:00:00|The sea comes to collect a debt from those who forged the first sword.
        Nobody's War|2005-04-20 00:00:00|2005-12-14 00:00:00|Every army has marched. No one gave the order.
        The Cold Relay|2008-01-02 00:00:00||A message from the end of the world is passed on, hand to hand.
        House of Mirrors|2012-05-09 00:00:00|2012-10-31 00:00:00|Each hero meets the one they would have been.
        Nine Bells|||
        A Season of Small Gods|2019-03-13 00:00:00|2019-09-25 00:00:00|Every street has a deity of its own, and they don't get along.
        """
}

/// The names of the creators. They are made up, but `#O` has the form of a real name, which needs escaping in a path.
enum CreatorTable {
    static let names = [
        "#O", "Ada Vance", "Teodor Brink", "M. K. Oyelaran", "Juniper Hale", "Rafael Costa-Lima", "Sunniva Dahl", "Pip Okafor",
        "José Ibarra-Wynn",
        "Harriet Stone", "Lev Marchetti", "Priya Raman",
    ]
    static let firstID = 8001
}
