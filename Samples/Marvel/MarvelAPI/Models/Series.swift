public import EndpointKit

public struct Series: Decodable, Hashable, Identifiable, Sendable {
    public var id: Int
    public var title: String
    public var description: String?
    public var resourceURI: String
    @LossyArray public var urls: [Link]
    public var startYear: Int?
    public var endYear: Int?
    /// The age rating, which is often empty.
    public var rating: String?
    /// The type, which is often empty.
    public var type: SeriesType?
    @SentinelDate public var modified: Date?
    public var thumbnail: Thumbnail?
    public var creators: ResourceList
    public var characters: ResourceList
    public var stories: ResourceList
    public var comics: ResourceList
    public var events: ResourceList
    public var next: ResourceSummary?
    public var previous: ResourceSummary?
}

public struct SeriesType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let collection: Self = "collection"
    public static let oneShot: Self = "one shot"
    public static let limited: Self = "limited"
    public static let ongoing: Self = "ongoing"
}
