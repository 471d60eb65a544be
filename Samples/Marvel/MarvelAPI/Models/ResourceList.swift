public import EndpointKit

/// The resources related to a resource: how many there are, and summaries of the first 20.
public struct ResourceList: Codable, Hashable, Sendable {
    /// The number of all related resources.
    public var available: Int
    /// How many ``items`` the service sent: at most 20.
    public var returned: Int
    /// The address of the whole list, without credentials.
    public var collectionURI: String
    /// The first related resources, without those that can't be decoded.
    @LossyArray public var items: [ResourceSummary]
}

/// The name and the address of a related resource.
public struct ResourceSummary: Codable, Hashable, Sendable {
    /// The address of the resource, without credentials.
    public var resourceURI: String
    /// The name, such as `Spider-Man`.
    public var name: String
    /// The role of a creator; nil for other resources.
    public var role: CreatorRole?
    /// The type of a story; nil for other resources.
    public var type: StoryType?

    /// The number at the end of the URI.
    public var id: Int? { resourceURI.split(separator: "/").last.flatMap { Int($0) } }
}

/// The role of a creator. The service spells some roles in more than one way.
public struct CreatorRole: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `"writer"` on the wire.
    public static let writer: Self = "writer"
    /// `"penciler"` on the wire.
    public static let penciler: Self = "penciler"
    /// `"penciller"` on the wire.
    public static let penciller: Self = "penciller"
    /// `"inker"` on the wire.
    public static let inker: Self = "inker"
    /// `"colorist"` on the wire.
    public static let colorist: Self = "colorist"
    /// `"letterer"` on the wire.
    public static let letterer: Self = "letterer"
    /// `"editor"` on the wire.
    public static let editor: Self = "editor"
}

/// The kind of story, from an open set.
public struct StoryType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `"cover"` on the wire.
    public static let cover: Self = "cover"
    /// `"interiorStory"` on the wire.
    public static let interiorStory: Self = "interiorStory"
}
