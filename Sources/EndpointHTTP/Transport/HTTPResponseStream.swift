internal import Synchronization

/// A response whose head has arrived, and whose body is read as it arrives.
public struct HTTPResponseStream: Sendable {
    /// The status, of any class: a 404 or a 500 is a response, too.
    public var status: HTTPStatus
    /// The fields of the head, without trailers.
    public var headers: HTTPHeaders
    /// The body. Releasing it before its end closes the connection.
    public var body: Body
    package var measured: TransferMetrics.Shared?
    /// The metrics so far, complete at the end of the body; nil unless the transport measures transfers and an observer requests metrics.
    public var metrics: TransferMetrics? {
        get { measured?.metrics }
        set { measured = newValue.map(TransferMetrics.Shared.init) }
    }
    /// Where the response comes from: ``ResponseSource/network`` unless a cache sets another source.
    public var source = ResponseSource.network
    /// Whether the engine can't distinguish a complete body from a truncated one.
    package var mayBePart = false
    // Stored as text, so that the URL is parsed only when it is read.
    package var address: String?

    /// The URL that the response came from, after redirects; nil if it isn't known.
    public var url: URL? { address.flatMap { URL(string: $0) } }

    /// Creates a response for a stub or an outer transport, by default a 200.
    ///
    /// - Parameters:
    ///   - status: any status; the decisions judge it before the body is read.
    ///   - headers: the fields of the head.
    ///   - body: the chunks, without a limit on their number or size.
    ///   - url: the URL that the response came from, after redirects; nil for the request's URL.
    public init(status: HTTPStatus = 200, headers: HTTPHeaders = [:], body: Body, url: URL? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        address = url?.absoluteString
    }

    /// The body, decoded from its content coding, in chunks as they arrive. It can be read once, by one reader. If a second reader requests
    /// a chunk while the first reader waits, the second one receives an ``APIError`` of code `invalidRequest`, and the first one receives
    /// its chunk.
    ///
    /// A reader that pauses also pauses the server, because only a few chunks are buffered. With HTTP/2, libcurl buffers more for each such
    /// reader: 31 MB were measured with 7.88.1, and 21 MB with 8.23.0 while other requests use the same connection. Use
    /// `maxConcurrentStreams` or HTTP/1.1 if there may be many slow readers. An incomplete body ends with an
    /// ``APIError``. Releasing the body before its end closes the connection.
    public struct Body: AsyncSequence, Sendable {
        private let source: Source

        /// Creates a body whose chunks come from a closure.
        ///
        /// - Parameter next: returns the next chunk, and nil at the end. It isn't called again before it has returned.
        public init(_ next: @escaping @Sendable () async throws -> Data?) { self.init(next, of: nil) }

        package init(_ next: @escaping @Sendable () async throws -> Data?, of owner: (any BodyOwner)?) {
            source = Source(next, of: owner)
        }

        /// Creates a body of one chunk in memory.
        public init(_ data: Data) {
            let rest = OneShot(data)
            self.init { rest.take() }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

        /// Reads the body. All iterators of a body share its position.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let source: Source

            public mutating func next() async throws -> Data? { try await source.next() }

            /// The call that the body is part of; nil for any other body.
            package var owner: (any BodyOwner)? { source.owner }
        }

        /// The call that the body is part of; nil for any other body.
        package var owner: (any BodyOwner)? { source.owner }

        /// Reads the whole body. Throws ``APIError/Code/bodyTooLarge`` if it has more than `limit` bytes.
        public func collected(limit: Int) async throws -> Data {
            var whole = Data()
            for try await chunk in self {
                guard whole.count + chunk.count <= limit else {
                    let error = APIError(.bodyTooLarge, "The response's body is larger than the limit of \(limit) bytes.")
                    throw owner?.fail(with: error) ?? error
                }
                if whole.isEmpty { whole = chunk } else { whole.append(chunk) }
            }
            return whole
        }
    }
}

/// A call whose body is being read.
package protocol BodyOwner: Sendable {
    /// Ends the body, of which the reader needs no more, as if it had been read to its end.
    func settle() async
    /// Ends the body because its content can't be used, so that the call has failed. Returns the error with what the call adds to its errors.
    func fail(with error: any Error) -> any Error
    /// The error with what the call adds to its errors.
    func added(to error: any Error) -> any Error
}

/// Serves the chunks of a body to its iterators, one at a time, because decoders and engines keep state between chunks.
private final class Source: Sendable {
    private let nextChunk: @Sendable () async throws -> Data?
    let owner: (any BodyOwner)?
    private let isBusy = Atomic(false)

    init(_ nextChunk: @escaping @Sendable () async throws -> Data?, of owner: (any BodyOwner)?) {
        self.nextChunk = nextChunk
        self.owner = owner
    }

    func next() async throws -> Data? {
        guard !isBusy.exchange(true, ordering: .acquiring) else {
            throw APIError(.invalidRequest, "The response's body is being read already: it can have only one reader.")
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
    /// The length in bytes of the decoded body in a response to a request with this method; nil if the head doesn't say.
    package func bodyLength(answering method: HTTPMethod) -> Int64? {
        switch BodyLength(of: status, to: method, headers) {
        case .none: 0
        case .bytes(let count): headers.contains("Content-Encoding") ? nil : Int64(count)
        case .chunks, .untilEnd: nil
        }
    }

    /// The length in bytes of the decoded body in a response to a GET; nil if the head doesn't say.
    package var bodyLength: Int64? { bodyLength(answering: .get) }
}
