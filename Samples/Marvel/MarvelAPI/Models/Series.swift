public import EndpointKit

/// A series of comics.
public struct Series: Codable, Hashable, Identifiable, Sendable {
    /// The id, which is part of the service's addresses.
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
    /// The number of its creators, and the first 20 of them.
    public var creators: ResourceList
    /// The number of its characters, and the first 20 of them.
    public var characters: ResourceList
    /// The number of its stories, and the first 20 of them.
    public var stories: ResourceList
    /// The number of its comics, and the first 20 of them.
    public var comics: ResourceList
    /// The number of its events, and the first 20 of them.
    public var events: ResourceList
    /// The next series; nil for the last one.
    public var next: ResourceSummary?
    /// The previous series; nil for the first one.
    public var previous: ResourceSummary?
}

/// The kind of series, from an open set.
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
