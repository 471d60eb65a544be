/// What a list can be made of.
protocol Record: Sendable {
    var id: Int { get }
    var modified: Moment { get }
}

// The numbers in the arrays are places in the catalogue's own arrays.

struct CharacterRecord: Record {
    var id: Int
    var name: String
    var description: String
    var modified: Moment
    /// nil where there is no picture.
    var slug: String?
    /// Places in the list of series.
    var popularity: Int
    var comics: [Int] = []
    var series: [Int] = []
    var events: [Int] = []
    var stories: [Int] = []
}

struct SeriesRecord: Record {
    var id: Int
    var title: String
    var years: ClosedRange<Int>
    var type: String
    var rating: String
    var modified: Moment
    var issueCount: Int
    var comics: [Int] = []
    var characters: [Int] = []
    var events: [Int] = []
}

struct ComicRecord: Record {
    var id: Int
    var series: Int
    var issueNumber: Double
    var title: String
    var format: String
    /// The place of the comic this is another cover of.
    var original: Int?
    var onsale: Moment
    var focDate: Moment
    var modified: Moment
    var characters: [Int]
    var creators: [Int]
    var events: [Int] = []
    /// Cover and interior.
    var stories: [Int]
    var diamondCode: MixedValue
    var isbn: MixedValue
    var upc: String
    var ean: MixedValue
    var issn: MixedValue
    var digitalID: Int
}

struct EventRecord: Record {
    var id: Int
    var title: String
    var description: String
    /// `1992-06-10 00:00:00`, unlike every other date.
    var start: String?
    var end: String?
    var modified: Moment
    var comics: [Int] = []
    var series: [Int] = []
    var characters: [Int] = []
}

struct StoryRecord: Record {
    var id: Int
    var title: String
    var type: String
    var comic: Int
    var characters: [Int]
    var modified: Moment
}
