internal import EndpointKit
internal import Foundation

/// The text that represents a request in its signature.
nonisolated struct CanonicalRequest {
    let text: String
    let signedHeaders: String

    /// - Parameters:
    ///   - digest: the digest of the body, in hexadecimal digits.
    ///   - isNormalized: whether dot segments and empty segments are removed from the path, and the rest is encoded twice, not once.
    init(_ request: HTTPRequest, digest: String, isNormalized: Bool) {
        let fields = Self.fields(of: request)
        signedHeaders = fields.map(\.name).joined(separator: ";")
        let path = String(Substring(request.target.utf8.prefix { $0 != UInt8(ascii: "?") }))
        text = [
            request.method.rawValue,
            isNormalized ? Self.normalized(path) : Self.encodedOnce(path),
            Self.query(of: request),
            fields.map { "\($0.name):\($0.value)\n" }.joined(),
            signedHeaders,
            digest,
        ].joined(separator: "\n")
    }

    static func signedHeaders(of request: HTTPRequest) -> String { fields(of: request).map(\.name).joined(separator: ";") }

    /// Fields that a proxy or the transport may change.
    private static let unsigned: Set = [
        "accept-encoding", "authorization", "connection", "expect", "te", "transfer-encoding", "user-agent", "x-amzn-trace-id",
    ]

    private static func fields(of request: HTTPRequest) -> [(name: String, value: String)] {
        var values: [String: [String]] = [:]
        for field in request.headers where !unsigned.contains(field.name.lowercased()) {
            values[field.name.lowercased(), default: []].append(
                field.value.unicodeScalars.split { $0 == " " || $0 == "\t" }.map { String($0) }.joined(separator: " "))
        }
        if values["host"] == nil { values["host"] = [String(request.origin.description.split(separator: "/").last ?? "")] }
        return values.map { ($0.key, $0.value.joined(separator: ",")) }.sorted { $0.0 < $1.0 }
    }

    private static func query(of request: HTTPRequest) -> String {
        request.query.map { (encoded($0.name), encoded($0.value ?? "")) }.sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
    }

    private static func normalized(_ path: String) -> String {
        var segments: [Substring] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        if segments.isEmpty { return "/" }
        return "/" + segments.map { encoded(encodedOnce(String($0))) }.joined(separator: "/") + (path.hasSuffix("/") ? "/" : "")
    }

    /// The path in the service's encoding, whatever its source: a redirect or a base URL may be escaped differently from an endpoint's path.
    private static func encodedOnce(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            String(segment).removingPercentEncoding.map(encoded) ?? String(segment)
        }.joined(separator: "/")
    }

    /// The text with every character except unreserved ones as `%XX` (RFC 3986, section 2.3).
    private static func encoded(_ text: String) -> String {
        var query = Query()
        query.append(text, nil)
        return query.encoded
    }
}
