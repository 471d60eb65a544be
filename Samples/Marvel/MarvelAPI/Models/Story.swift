public import EndpointKit

/// A story in a comic, such as its cover or its interior.
public struct Story: Codable, Hashable, Identifiable, Sendable {
    /// The id, which is part of the addresses of the service.
    public var id: Int
    /// The full title.
    public var title: String
    /// The description; nil or empty for none.
    public var description: String?
    /// The address of the resource, without credentials.
    public var resourceURI: String
    /// The kind, from an open set.
    public var type: StoryType?
    /// The date of the last change; nil if it is unknown.
    @SentinelDate public var modified: Date?
    /// The main image; nil if there is none.
    public var thumbnail: Thumbnail?
    /// Its creators: their number, and the first 20.
    public var creators: ResourceList
    /// Its characters: their number, and the first 20.
    public var characters: ResourceList
    /// Its series: their number, and the first 20.
    public var series: ResourceList
    /// Its comics: their number, and the first 20.
    public var comics: ResourceList
    /// Its events: their number, and the first 20.
    public var events: ResourceList
    /// The issue in which the story first appeared.
    public var originalIssue: ResourceSummary?
}
