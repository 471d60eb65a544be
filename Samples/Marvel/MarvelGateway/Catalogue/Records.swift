/// An element of the catalogue's lists.
protocol Record: Sendable {
    var id: Int { get }
    var modified: Moment { get }
}

// The numbers in the arrays are indices of the catalogue's own arrays.

struct CharacterRecord: Record {
    var id: Int
    var name: String
    var description: String
    var modified: Moment
    /// The name of the picture; nil for none.
    var slug: String?
    /// The number of series in which the character appears.
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
    /// The index of the comic of which this is a variant.
    var original: Int?
    var onsale: Moment
    var focDate: Moment
    var modified: Moment
    var characters: [Int]
    var creators: [Int]
    var events: [Int] = []
    /// The stories of the cover and the interior.
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
    /// The start in a format that no other date has: `1992-06-10 00:00:00`.
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
