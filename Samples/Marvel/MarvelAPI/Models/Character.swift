public import EndpointKit

public struct Character: Decodable, Hashable, Identifiable, Sendable {
    public var id: Int
    public var name: String
    /// The description, which may contain HTML and may be empty.
    public var description: String?
    @SentinelDate public var modified: Date?
    public var thumbnail: Thumbnail?
    public var resourceURI: String
    public var comics: ResourceList
    public var series: ResourceList
    public var stories: ResourceList
    public var events: ResourceList
    @LossyArray public var urls: [Link]
}
