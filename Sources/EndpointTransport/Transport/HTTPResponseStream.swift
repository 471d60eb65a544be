internal import Synchronization

/// A response whose body is still on its way.
public struct HTTPResponseStream: Sendable {
    public var status: HTTPStatus
    public var headers: HTTPHeaders
    public var body: Body
    private var measured: TransferMetrics.Shared?
    /// What was known of its transfer when the head was there, as far as the transport measures and an observer is there to look at it.
    public var metrics: TransferMetrics? {
        get { measured?.metrics }
        set { measured = newValue.map(TransferMetrics.Shared.init) }
    }
    // As text: a URL is parsed only for those who ask.
    package var address: String?

    /// Where it came from, after redirects.
    public var url: URL? { address.flatMap { URL(string: $0) } }

    public init(status: HTTPStatus = 200, headers: HTTPHeaders = [:], body: Body, url: URL? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        address = url?.absoluteString
    }

    /// The body, decoded from its content coding, in chunks as they come. It can be read once, by one reader: what asks for a chunk while
    /// another waits for one gets an ``APIError`` of code `invalidRequest`, and the other its chunk.
    ///
    /// A reader that stops reading stops the sender: no more than a few chunks are held. With HTTP/2, libcurl lets a server send some more
    /// while other requests use the same connection, and holds that: 34 MB were measured with 7.88.1, and 21 MB with 8.23.0. A body that
    /// doesn't come whole ends with an ``APIError``. Letting go of it before its end lets go of the connection.
    public struct Body: AsyncSequence, Sendable {
        private let source: Source

        /// `next` gives the next chunk, and nil at the end. It is never called again before it has returned.
        public init(_ next: @escaping @Sendable () async throws -> Data?) { source = Source(next) }

        /// A body that is here already.
        public init(_ data: Data) {
            let rest = OneShot(data)
            self.init { rest.take() }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let source: Source

            public mutating func next() async throws -> Data? { try await source.next() }
        }

        /// All of it, up to `limit` bytes; more is ``APIError/Code/bodyTooLarge``.
        public func collected(limit: Int) async throws -> Data {
            var whole = Data()
            for try await chunk in self {
                guard whole.count + chunk.count <= limit else {
                    throw APIError(.bodyTooLarge, "The response's body is larger than the limit of \(limit) bytes.")
                }
                if whole.isEmpty { whole = chunk } else { whole.append(chunk) }
            }
            return whole
        }
    }
}

/// Where the iterators of one body get its chunks from, one at a time: decoders and engines keep state between them.
private final class Source: Sendable {
    private let nextChunk: @Sendable () async throws -> Data?
    private let isBusy = Atomic(false)

    init(_ nextChunk: @escaping @Sendable () async throws -> Data?) { self.nextChunk = nextChunk }

    func next() async throws -> Data? {
        guard !isBusy.exchange(true, ordering: .acquiring) else {
            throw APIError(.invalidRequest, "The response's body is being read already: it has one reader.")
        }
        defer { isBusy.store(false, ordering: .releasing) }
        return try await nextChunk()
    }
}

extension HTTPResponseStream: CustomStringConvertible, CustomReflectable {
    /// `200 OK`.
    public var description: String { "\(status)" }
    public var customMirror: Mirror { Mirror(self, children: ["headers": headers], displayStyle: .struct) }
}

extension HTTPResponseStream {
    /// Of the body as it is read; nil where the head doesn't say.
    package var bodyLength: Int64? {
        headers.contains("Content-Encoding") ? nil : headers["Content-Length"].flatMap { Int64($0) }
    }
}
