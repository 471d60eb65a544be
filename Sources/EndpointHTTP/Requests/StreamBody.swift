/// A body from an asynchronous sequence.
public struct StreamBody: HTTPBody {
    /// The bytes, read as they are sent.
    public var stream: HTTPBodyStream
    /// The `Content-Type` field, unless the request has one.
    public var contentType: String

    /// Sends a stream, by default as `application/octet-stream`.
    public init(_ stream: HTTPBodyStream, contentType: String = "application/octet-stream") {
        self.stream = stream
        self.contentType = contentType
    }

    public func entity() -> HTTPBodyEntity { HTTPBodyEntity(contentType: contentType, content: .stream(stream)) }
}

extension HTTPBody where Self == StreamBody {
    /// Sends a stream; ``HTTPBodyStream/isReplayable`` says whether it can be sent again.
    public static func stream(_ stream: HTTPBodyStream, contentType: String = "application/octet-stream") -> StreamBody {
        StreamBody(stream, contentType: contentType)
    }

    /// Sends a sequence of `Data`, `[UInt8]` or `UInt8` that can be read only once. The call isn't retried once the sequence has been read.
    ///
    /// - Parameters:
    ///   - chunks: the bytes, read as they are sent.
    ///   - length: the number of bytes, which becomes `Content-Length`; nil for chunked coding. Any other length fails the call.
    ///   - contentType: the `Content-Type` field, unless the request has one.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, length: Int64? = nil, contentType: String = "application/octet-stream"
    ) -> StreamBody where Chunks.Element: HTTPBodyChunk {
        StreamBody(HTTPBodyStream(chunks, length: length), contentType: contentType)
    }

    /// Sends a sequence that is created for each attempt, so that the call can be retried.
    ///
    /// - Parameters:
    ///   - length: the number of bytes, which becomes `Content-Length`; nil for chunked coding. Any other length fails the call.
    ///   - contentType: the `Content-Type` field, unless the request has one.
    ///   - chunks: creates the sequence, with the same bytes each time.
    public static func stream<Chunks: AsyncSequence & SendableMetatype>(
        length: Int64? = nil, contentType: String = "application/octet-stream", making chunks: @escaping @Sendable () throws -> Chunks
    ) -> StreamBody where Chunks.Element: HTTPBodyChunk, Chunks.AsyncIterator: SendableMetatype {
        StreamBody(HTTPBodyStream(length: length, making: chunks), contentType: contentType)
    }
}
