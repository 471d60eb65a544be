public import EndpointKit

/// A story line that runs through several series.
public struct Event: Codable, Hashable, Identifiable, Sendable {
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
    /// The date of the last change; nil if it is unknown.
    @SentinelDate public var modified: Date?
    /// The start, which the service writes without an offset; it is read as UTC.
    @SentinelDate public var start: Date?
    /// The end, in the same form as ``start``.
    @SentinelDate public var end: Date?
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
    /// Its series: their number, and the first 20.
    public var series: ResourceList
    /// The next event; nil for the last one.
    public var next: ResourceSummary?
    /// The previous event; nil for the first one.
    public var previous: ResourceSummary?
}
