public import EndpointKit

/// A story in a comic, such as its cover or its interior.
public struct Story: Codable, Hashable, Identifiable, Sendable {
    /// The id, which is part of the service's addresses.
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
    /// The number of its creators, and the first 20 of them.
    public var creators: ResourceList
    /// The number of its characters, and the first 20 of them.
    public var characters: ResourceList
    /// The number of its series, and the first 20 of them.
    public var series: ResourceList
    /// The number of its comics, and the first 20 of them.
    public var comics: ResourceList
    /// The number of its events, and the first 20 of them.
    public var events: ResourceList
    /// The issue in which the story first appeared.
    public var originalIssue: ResourceSummary?
}
