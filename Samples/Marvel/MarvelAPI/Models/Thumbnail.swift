public import EndpointKit

/// An image, as the two parts of its address.
public struct Thumbnail: Codable, Hashable, Sendable {
    /// The address without the extension, as the service sent it; usually http.
    public var path: String
    /// The extension without a dot: `jpg`.
    public var `extension`: String

    /// Creates a thumbnail from its two parts.
    public init(path: String, extension: String) {
        self.path = path
        self.extension = `extension`
    }

    /// Whether the service has no image and names a placeholder.
    public var isPlaceholder: Bool { path.hasSuffix("image_not_available") }

    /// The address of a variant, with https unless the host is this machine. nil if the path isn't an http or https address.
    public func url(_ variant: ImageVariant = .full) -> URL? {
        let file = variant == .full ? "\(path).\(`extension`)" : "\(path)/\(variant.rawValue).\(`extension`)"
        guard let url = URL(string: file), let host = url.host(), let scheme = Origin.Scheme(rawValue: url.scheme?.lowercased() ?? ""),
            let origin = Origin(scheme: scheme, host: host, port: url.port)
        else { return nil }
        if scheme == .https || origin.isLoopback { return url }
        return URL(string: "https" + file.dropFirst("http".utf8.count))
    }
}
