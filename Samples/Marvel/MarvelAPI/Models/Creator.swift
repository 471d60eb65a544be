public import EndpointKit

/// A person who works on comics, or a group of them.
public struct Creator: Codable, Hashable, Identifiable, Sendable {
    /// The id, which is part of the service's addresses.
    public var id: Int
    /// The first name, which may be empty.
    public var firstName: String?
    /// The middle name, which may be empty.
    public var middleName: String?
    /// The last name, which may be empty.
    public var lastName: String?
    /// The suffix, such as `Jr.`; usually empty.
    public var suffix: String?
    /// The whole name, such as `#O`.
    public var fullName: String
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
