public import EndpointKit

/// A story line that runs through several series.
public struct Event: Decodable, Hashable, Identifiable, Sendable {
    public var id: Int
    public var title: String
    public var description: String?
    public var resourceURI: String
    @LossyArray public var urls: [Link]
    @SentinelDate public var modified: Date?
    /// The start, which the service writes without an offset; it is read as UTC.
    @SentinelDate public var start: Date?
    @SentinelDate public var end: Date?
    public var thumbnail: Thumbnail?
    public var creators: ResourceList
    public var characters: ResourceList
    public var stories: ResourceList
    public var comics: ResourceList
    public var series: ResourceList
    public var next: ResourceSummary?
    public var previous: ResourceSummary?
}
