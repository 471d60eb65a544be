public import EndpointKit

/// A page about a resource on the public site.
public struct Link: Codable, Hashable, Sendable {
    /// The kind, from an open set.
    public var type: LinkType
    /// The address, as the service sent it.
    public var url: String
}

/// The kind of page, from an open set.
public struct LinkType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `"detail"` on the wire.
    public static let detail: Self = "detail"
    /// `"wiki"` on the wire.
    public static let wiki: Self = "wiki"
    /// `"comiclink"` on the wire.
    public static let comicLink: Self = "comiclink"
    /// `"purchase"` on the wire.
    public static let purchase: Self = "purchase"
    /// `"reader"` on the wire.
    public static let reader: Self = "reader"
}
