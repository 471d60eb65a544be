public import EndpointKit

public struct Comic: Decodable, Hashable, Identifiable, Sendable {
    public var id: Int
    /// The id of the digital edition; 0 for none.
    public var digitalId: Int?
    public var title: String
    /// The number of the issue, which may have a fraction: 1.5.
    public var issueNumber: Double?
    public var variantDescription: String?
    /// The description, which may contain HTML and may be empty.
    public var description: String?
    @SentinelDate public var modified: Date?
    @TextOrNumber public var isbn: String?
    @TextOrNumber public var upc: String?
    @TextOrNumber public var diamondCode: String?
    @TextOrNumber public var ean: String?
    @TextOrNumber public var issn: String?
    public var format: ComicFormat?
    public var pageCount: Int?
    @LossyArray public var textObjects: [TextObject]
    public var resourceURI: String
    @LossyArray public var urls: [Link]
    public var series: ResourceSummary?
    @LossyArray public var variants: [ResourceSummary]
    @LossyArray public var collections: [ResourceSummary]
    @LossyArray public var collectedIssues: [ResourceSummary]
    @LossyArray public var dates: [ComicDate]
    @LossyArray public var prices: [ComicPrice]
    public var thumbnail: Thumbnail?
    @LossyArray public var images: [Thumbnail]
    public var creators: ResourceList
    public var characters: ResourceList
    public var stories: ResourceList
    public var events: ResourceList
}
