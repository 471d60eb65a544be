internal import EndpointHTTP

/// The reader's end of a streamed body: releasing it closes the connection.
final class URLSessionBodyReader: Sendable {
    let exchange: URLSessionExchange

    init(_ exchange: URLSessionExchange) { self.exchange = exchange }

    deinit { exchange.cancel() }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await exchange.next()
        } onCancel: {
            exchange.cancel()
        }
    }
}
