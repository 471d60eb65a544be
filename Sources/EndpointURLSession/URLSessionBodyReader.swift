internal import EndpointHTTP

/// Reads a streamed body. Releasing the reader closes the connection.
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
