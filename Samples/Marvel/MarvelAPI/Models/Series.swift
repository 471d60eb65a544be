public import EndpointKit

/// A series of comics.
public struct Series: Codable, Hashable, Identifiable, Sendable {
    /// The id, which is part of the addresses of the service.
    public var id: Int
    /// The full title.
    public var title: String
    /// The description; nil or empty for none.
    public var description: String?
    /// The address of the resource, without credentials.
    public var resourceURI: String
    /// Pages about it on the public site.
    @LossyArray public var urls: [Link]
    /// The year of the first issue.
    public var startYear: Int?
    /// The year of the last issue.
    public var endYear: Int?
    /// The age rating, which is often empty.
    public var rating: String?
    /// The type, which is often empty.
    public var type: SeriesType?
    /// The date of the last change; nil if it is unknown.
    @SentinelDate public var modified: Date?
    /// The main image; nil if there is none.
    public var thumbnail: Thumbnail?
    /// Its creators: their number, and the first 20.
    public var creators: ResourceList
    /// Its characters: their number, and the first 20.
    public var characters: ResourceList
    /// Its stories: their number, and the first 20.
    public var stories: ResourceList
    /// Its comics: their number, and the first 20.
    public var comics: ResourceList
    /// Its events: their number, and the first 20.
    public var events: ResourceList
    /// The next series; nil for the last one.
    public var next: ResourceSummary?
    /// The previous series; nil for the first one.
    public var previous: ResourceSummary?
}

/// The kind of a series, from an open set.
public struct SeriesType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `"collection"` on the wire.
    public static let collection: Self = "collection"
    /// `"one shot"` on the wire.
    public static let oneShot: Self = "one shot"
    /// `"limited"` on the wire.
    public static let limited: Self = "limited"
    /// `"ongoing"` on the wire.
    public static let ongoing: Self = "ongoing"
}
