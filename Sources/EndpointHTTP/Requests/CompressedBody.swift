/// Compresses another body while it is sent, with a content coding (RFC 9110, section 8.4.1).
///
///     try await client.call(.post("logs", body: .file(log).compressed(.gzip))).value  // Content-Encoding: gzip, in chunks
///
/// The request has the `Content-Type` of the original body and the `Content-Encoding` of the compressed body. The compressed length isn't
/// known beforehand, so the body is sent in chunks. The body can be sent again if the original body can, and takes about 500 KB of memory,
/// whatever its size. Few services accept compressed requests, and HTTP has no way to ask beforehand, so check your service's
/// documentation. A service that doesn't accept them may respond with 415.
///
/// The call ends with ``APIError/Code/bodyEncoding`` if the original body can't be read, or if this machine has no zlib.
public struct CompressedBody: HTTPBody {
    /// The body whose bytes are compressed.
    public var body: any HTTPBody
    /// How the bytes are compressed.
    public var compression: BodyCompression
    private var makeEncoder: @Sendable () -> GzipEncoder? = { GzipEncoder() }

    /// Compresses the bytes of a body.
    public init(_ body: any HTTPBody, by compression: BodyCompression) {
        self.body = body
        self.compression = compression
    }

    /// For tests that simulate a machine without an encoder.
    package init(_ body: any HTTPBody, by compression: BodyCompression, makeEncoder: @escaping @Sendable () -> GzipEncoder?) {
        self.init(body, by: compression)
        self.makeEncoder = makeEncoder
    }

    public func entity() throws -> HTTPBodyEntity { try entity(by: .standard) }

    public func entity(by convention: JSONConvention) throws -> HTTPBodyEntity {
        let plain = try body.entity(by: convention)
        if plain.isNone { return plain }
        guard makeEncoder() != nil else { throw Self.noEncoder }
        let stream = HTTPBodyStream(length: nil, isReplayable: plain.isReplayable, isSpent: { plain.isSpent }) { [makeEncoder] in
            let chunks = try plain.chunks()
            return {
                guard let encoder = makeEncoder() else { throw Self.noEncoder }
                return CompressingReader(chunks: chunks.makeAsyncIterator(), encoder: encoder)
            }
        }
        return HTTPBodyEntity(coding: plain, as: compression.rawValue, content: .stream(stream))
    }

    private static var noEncoder: APIError {
        APIError(
            .bodyEncoding,
            "zlib, which compresses a body, could not be loaded. Install the package zlib1g on Debian and Ubuntu, or zlib elsewhere.")
    }
}

/// How a body can be compressed.
public struct BodyCompression: Hashable, Sendable {
    /// The name in `Content-Encoding`.
    public let rawValue: String

    /// gzip (RFC 1952), at zlib's usual level.
    public static let gzip = BodyCompression(rawValue: "gzip")
}

extension HTTPBody {
    /// The same body, compressed while it is sent: `body: .json(report).compressed(.gzip)`.
    public func compressed(_ compression: BodyCompression) -> CompressedBody { CompressedBody(self, by: compression) }
}

private struct CompressingReader: HTTPBodyReader {
    var chunks: HTTPBodyChunks.AsyncIterator
    let encoder: GzipEncoder
    private var isAtEnd = false

    init(chunks: HTTPBodyChunks.AsyncIterator, encoder: GzipEncoder) {
        self.chunks = chunks
        self.encoder = encoder
    }

    mutating func next() async throws -> Data? {
        while !isAtEnd {
            let chunk = try await chunks.next()
            isAtEnd = chunk == nil
            let coded = chunk.map(encoder.encode) ?? encoder.finish()
            if !coded.isEmpty { return coded }
        }
        return nil
    }
}
