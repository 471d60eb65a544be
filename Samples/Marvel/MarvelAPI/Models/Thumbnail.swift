public import EndpointKit

/// An image, as the two parts its addresses are made of.
public struct Thumbnail: Decodable, Hashable, Sendable {
    /// As the service sent it: without the extension, and most often http.
    public var path: String
    public var `extension`: String

    public init(path: String, extension: String) {
        self.path = path
        self.extension = `extension`
    }

    /// True where the service has no image of its own and names a stand-in.
    public var isPlaceholder: Bool { path.hasSuffix("image_not_available") }

    /// The address of one variant, by https unless the host is this machine. nil for a path that makes no http or https address.
    public func url(_ variant: ImageVariant = .full) -> URL? {
        let file = variant == .full ? "\(path).\(`extension`)" : "\(path)/\(variant.rawValue).\(`extension`)"
        guard let url = URL(string: file), let host = url.host(), let scheme = Origin.Scheme(rawValue: url.scheme?.lowercased() ?? ""),
            let origin = Origin(scheme: scheme, host: host, port: url.port)
        else { return nil }
        if scheme == .https || origin.isLoopback { return url }
        return URL(string: "https" + file.dropFirst("http".utf8.count))
    }
}
