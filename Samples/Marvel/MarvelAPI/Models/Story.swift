public import EndpointKit

public struct Story: Decodable, Hashable, Identifiable, Sendable {
    public var id: Int
    public var title: String
    public var description: String?
    public var resourceURI: String
    public var type: StoryType?
    @SentinelDate public var modified: Date?
    public var thumbnail: Thumbnail?
    public var creators: ResourceList
    public var characters: ResourceList
    public var series: ResourceList
    public var comics: ResourceList
    public var events: ResourceList
    /// The issue in which the story first appeared.
    public var originalIssue: ResourceSummary?
}
