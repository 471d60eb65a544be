public import EndpointKit

/// An issue, a collection or another publication.
public struct Comic: Codable, Hashable, Identifiable, Sendable {
    /// The id, which is part of the service's addresses.
    public var id: Int
    /// The id of the digital edition; 0 for none.
    public var digitalId: Int?
    /// The full title.
    public var title: String
    /// The number of the issue, which may have a fraction: 1.5.
    public var issueNumber: Double?
    /// The name of the variant; empty for the original.
    public var variantDescription: String?
    /// The description, which may contain HTML and may be empty.
    public var description: String?
    /// The date of the last change; nil if it is unknown.
    @SentinelDate public var modified: Date?
    /// The ISBN, which may be empty.
    @TextOrNumber public var isbn: String?
    /// The UPC barcode, which may be empty.
    @TextOrNumber public var upc: String?
    /// The order code of the distributor Diamond.
    @TextOrNumber public var diamondCode: String?
    /// The EAN barcode, which may be empty.
    @TextOrNumber public var ean: String?
    /// The ISSN, which may be empty.
    @TextOrNumber public var issn: String?
    /// The format, from an open set.
    public var format: ComicFormat?
    /// The number of printed pages.
    public var pageCount: Int?
    /// Pieces of text about the comic.
    @LossyArray public var textObjects: [TextObject]
    /// The address of the resource, without credentials.
    public var resourceURI: String
    /// Pages about it on the public site.
    @LossyArray public var urls: [Link]
    /// The series that it is part of.
    public var series: ResourceSummary?
    /// Other covers and printings of the issue.
    @LossyArray public var variants: [ResourceSummary]
    /// Collections that contain the issue.
    @LossyArray public var collections: [ResourceSummary]
    /// The issues that a collection contains.
    @LossyArray public var collectedIssues: [ResourceSummary]
    /// Dates such as that of the first sale.
    @LossyArray public var dates: [ComicDate]
    /// Prices by medium.
    @LossyArray public var prices: [ComicPrice]
    /// The main image; nil if there is none.
    public var thumbnail: Thumbnail?
    /// All images of the comic.
    @LossyArray public var images: [Thumbnail]
    /// The number of its creators, and the first 20 of them.
    public var creators: ResourceList
    /// The number of its characters, and the first 20 of them.
    public var characters: ResourceList
    /// The number of its stories, and the first 20 of them.
    public var stories: ResourceList
    /// The number of its events, and the first 20 of them.
    public var events: ResourceList
}
