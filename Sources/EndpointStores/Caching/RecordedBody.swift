internal import Synchronization

/// The body of a stream. It is stored once it has been read to the end, unless it is too long. Up to that limit, its bytes are kept in
/// memory.
final class RecordedBody: Sendable {
    private let body: HTTPResponseStream.Body
    private let exchange: CacheExchange
    private let length: Int64?
    /// nil if the body is too long.
    private let response: Mutex<HTTPResponse?>

    init(_ stream: HTTPResponseStream, _ exchange: CacheExchange) {
        body = stream.body
        self.exchange = exchange
        length = stream.bodyLength
        response = Mutex(HTTPResponse(head: stream))
    }

    func next() async throws -> Data? {
        // All iterators of a body share one position.
        var iterator = body.makeAsyncIterator()
        let chunk = try await iterator.next()
        let (whole, isTooLong) = response.withLock { response -> (HTTPResponse?, Bool) in
            guard let chunk else { return (response.take(), false) }
            guard let count = response?.body.count else { return (nil, false) }
            guard count + chunk.count <= exchange.entryLimit else {
                response = nil
                return (nil, true)
            }
            response?.body.append(chunk)
            return (nil, false)
        }
        if isTooLong { exchange.removeOlder() }
        // A cancelled body may end without an error, so cancellation is checked here.
        if let whole, !Task.isCancelled, length.map({ $0 == whole.body.count }) ?? true { exchange.store(whole) }
        return chunk
    }
}

extension CacheExchange {
    package enum Received<Message> {
        /// What the caller gets.
        case message(Message)
        /// The request must be sent again.
        case again(CacheExchange)
    }

    /// Returns what the caller gets for a response, and stores the response if that is allowed.
    package func received(_ response: HTTPResponse) -> Received<HTTPResponse> {
        switch receive(head: response) {
        case .again(let exchange): return .again(exchange)
        case .answer(let answer): return .message(answer)
        case .pass(let isStored):
            if isStored { store(response) }
            return .message(response)
        }
    }

    /// The same for a stream, which is stored once it has been read to the end.
    package func received(_ stream: HTTPResponseStream) -> Received<HTTPResponseStream> {
        switch receive(head: HTTPResponse(head: stream)) {
        case .again(let exchange): return .again(exchange)
        case .answer(let answer): return .message(HTTPResponseStream(answer))
        case .pass(let isStored):
            guard isStored else { return .message(stream) }
            // A body whose end can't be detected may be truncated.
            guard !stream.mayBePart else {
                removeOlder()
                return .message(stream)
            }
            var stream = stream
            let recorded = RecordedBody(stream, self)
            stream.body = HTTPResponseStream.Body { try await recorded.next() }
            return .message(stream)
        }
    }
}
