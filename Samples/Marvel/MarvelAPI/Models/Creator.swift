public import EndpointKit

/// A person who works on comics, or a group of them.
public struct Creator: Codable, Hashable, Identifiable, Sendable {
    /// The id, which is part of the addresses of the service.
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
    /// Its comics: their number, and the first 20.
    public var comics: ResourceList
    /// Its series: their number, and the first 20.
    public var series: ResourceList
    /// Its stories: their number, and the first 20.
    public var stories: ResourceList
    /// Its events: their number, and the first 20.
    public var events: ResourceList
    /// Pages about it on the public site.
    @LossyArray public var urls: [Link]
}
