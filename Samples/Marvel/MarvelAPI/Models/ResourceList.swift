public import EndpointKit

/// The related resources of a resource: how many there are, and the first 20 by name.
public struct ResourceList: Decodable, Hashable, Sendable {
    public var available: Int
    /// How many ``items`` the service sent: at most 20.
    public var returned: Int
    /// The address of the whole list, without credentials.
    public var collectionURI: String
    @LossyArray public var items: [ResourceSummary]
}

/// A related resource, by name.
public struct ResourceSummary: Decodable, Hashable, Sendable {
    public var resourceURI: String
    public var name: String
    /// The role of a creator; nil for other resources.
    public var role: CreatorRole?
    /// The type of a story; nil for other resources.
    public var type: StoryType?

    /// The number at the end of the URI.
    public var id: Int? { resourceURI.split(separator: "/").last.flatMap { Int($0) } }
}

/// What a creator did. The service spells some in more than one way.
public struct CreatorRole: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let writer: Self = "writer"
    public static let penciler: Self = "penciler"
    public static let penciller: Self = "penciller"
    public static let inker: Self = "inker"
    public static let colorist: Self = "colorist"
    public static let letterer: Self = "letterer"
    public static let editor: Self = "editor"
}

public struct StoryType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let cover: Self = "cover"
    public static let interiorStory: Self = "interiorStory"
}
