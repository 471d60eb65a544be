/// A body out of an asynchronous sequence.
public struct StreamBody: HTTPBody {
    public var stream: HTTPBodyStream
    public var contentType: String

    public init(_ stream: HTTPBodyStream, contentType: String = "application/octet-stream") {
        self.stream = stream
        self.contentType = contentType
    }

    public func entity() -> HTTPBodyEntity { HTTPBodyEntity(contentType: contentType, content: .stream(stream)) }
}

extension HTTPBody where Self == StreamBody {
    public static func stream(_ stream: HTTPBodyStream, contentType: String = "application/octet-stream") -> StreamBody {
        StreamBody(stream, contentType: contentType)
    }

    /// A sequence of `Data`, `[UInt8]` or `UInt8` that can be sent once.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, length: Int64? = nil, contentType: String = "application/octet-stream"
    ) -> StreamBody where Chunks.Element: HTTPBodyChunk {
        StreamBody(HTTPBodyStream(chunks, length: length), contentType: contentType)
    }

    /// A sequence that is made anew, with the same bytes, for each attempt.
    public static func stream<Chunks: AsyncSequence & SendableMetatype>(
        length: Int64? = nil, contentType: String = "application/octet-stream", making chunks: @escaping @Sendable () throws -> Chunks
    ) -> StreamBody where Chunks.Element: HTTPBodyChunk, Chunks.AsyncIterator: SendableMetatype {
        StreamBody(HTTPBodyStream(length: length, making: chunks), contentType: contentType)
    }
}
