import EndpointKit

/// Which bodies a cassette stores as text.
enum BodyText {
    /// The body's text; nil for bytes that are no UTF-8, and for images, sounds and fonts.
    static func text(_ body: some Collection<UInt8>, contentType: String?) -> String? {
        let type = MediaType(contentType ?? "").name
        let isMedia = ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) }
        if isMedia, !type.hasSuffix("+xml") { return nil }
        return String(validating: body, as: UTF8.self)
    }

    /// Whether a body that is no UTF-8 is a text in another encoding.
    static func isText(_ contentType: String?) -> Bool {
        let type = MediaType(contentType ?? "").name
        let parts = ["json", "xml", "html", "javascript", "urlencoded", "yaml", "csv", "graphql"]
        return type.hasPrefix("text/") || parts.contains { type.contains($0) }
    }

    /// Whether it begins as an object or an array.
    static func isJSON(_ body: some Sequence<UInt8>) -> Bool {
        body.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
    }
}
