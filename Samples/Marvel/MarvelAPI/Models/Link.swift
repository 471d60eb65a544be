public import EndpointKit

/// A page about a resource on the public site.
public struct Link: Decodable, Hashable, Sendable {
    public var type: LinkType
    /// The address, as the service sent it.
    public var url: String
}

public struct LinkType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let detail: Self = "detail"
    public static let wiki: Self = "wiki"
    public static let comicLink: Self = "comiclink"
    public static let purchase: Self = "purchase"
    public static let reader: Self = "reader"
}
