public import EndpointKit

/// A story line that runs through several series.
public struct Event: Codable, Hashable, Identifiable, Sendable {
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
    /// The date of the last change; nil if it is unknown.
    @SentinelDate public var modified: Date?
    /// The start, which the service writes without an offset; it is read as UTC.
    @SentinelDate public var start: Date?
    /// The end, in the same form as ``start``.
    @SentinelDate public var end: Date?
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
    /// The number of its series, and the first 20 of them.
    public var series: ResourceList
    /// The next event; nil for the last one.
    public var next: ResourceSummary?
    /// The previous event; nil for the first one.
    public var previous: ResourceSummary?
}
