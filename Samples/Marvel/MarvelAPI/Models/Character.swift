public import EndpointKit

/// A character, with the resources in which it appears.
public struct Character: Codable, Hashable, Identifiable, Sendable {
    /// The id, which is part of the service's addresses.
    public var id: Int
    /// The name, such as `Spider-Man`.
    public var name: String
    /// The description, which may contain HTML and may be empty.
    public var description: String?
    /// The date of the last change; nil if it is unknown.
    @SentinelDate public var modified: Date?
    /// The main image; nil if there is none.
    public var thumbnail: Thumbnail?
    /// The address of the resource, without credentials.
    public var resourceURI: String
    /// The number of its comics, and the first 20 of them.
    public var comics: ResourceList
    /// The number of its series, and the first 20 of them.
    public var series: ResourceList
    /// The number of its stories, and the first 20 of them.
    public var stories: ResourceList
    /// The number of its events, and the first 20 of them.
    public var events: ResourceList
    /// Pages about it on the public site.
    @LossyArray public var urls: [Link]
}
