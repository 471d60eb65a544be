struct ComicResource: Encodable {
    var id: Int
    var digitalId: Int
    var title: String
    /// The number of the issue, mostly a whole one.
    var issueNumber: Double
    var variantDescription: String
    /// A text, null, or a missing key.
    var description: MixedValue?
    var modified: String
    /// Documented as texts, but sometimes numbers.
    var isbn: MixedValue
    var upc: String
    var diamondCode: MixedValue
    var ean: MixedValue
    var issn: MixedValue
    var format: String
    var pageCount: Int
    var textObjects: [TextObject]
    var resourceURI: String
    var urls: [PageLink]
    var series: ResourceList.Item
    var variants: [ResourceList.Item]
    var collections: [ResourceList.Item]
    var collectedIssues: [ResourceList.Item]
    var dates: [ComicDate]
    var prices: [ComicPrice]
    var thumbnail: Thumbnail
    var images: [Thumbnail]
    var creators: ResourceList
    var characters: ResourceList
    var stories: ResourceList
    var events: ResourceList
}

struct TextObject: Encodable {
    var type: String
    var language: String
    var text: String
}

struct ComicDate: Encodable {
    var type: String
    var date: String
}

struct ComicPrice: Encodable {
    var type: String
    var price: MixedValue
}
