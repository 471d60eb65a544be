import EndpointKit
import TestSupport
import Synchronization
import Testing

/// A transport that breaks the contract in one way, and keeps it otherwise.
struct BrokenTransport: Transport, CustomTestStringConvertible {
    let testDescription: String
    private let base = PlatformTransport()
    private let sending: @Sendable (HTTPRequest, TransferContext, PlatformTransport) async throws -> HTTPResponse
    private let streaming: @Sendable (HTTPRequest, TransferContext, PlatformTransport) async throws -> HTTPResponseStream

    init(
        _ description: String,
        sending: @escaping @Sendable (HTTPRequest, TransferContext, PlatformTransport) async throws -> HTTPResponse = {
            try await $2.send($0, in: $1)
        },
        streaming: @escaping @Sendable (HTTPRequest, TransferContext, PlatformTransport) async throws -> HTTPResponseStream = {
            try await $2.stream($0, in: $1)
        }
    ) {
        testDescription = description
        self.sending = sending
        self.streaming = streaming
    }

    /// A transport that changes requests.
    init(_ description: String, request edit: @escaping @Sendable (inout HTTPRequest) -> Void) {
        self.init(
            description,
            sending: { request, context, base in
                var request = request
                edit(&request)
                return try await base.send(request, in: context)
            })
    }

    /// A transport that changes responses.
    init(_ description: String, response edit: @escaping @Sendable (inout HTTPResponse) throws -> Void) {
        self.init(
            description,
            sending: { request, context, base in
                var response = try await base.send(request, in: context)
                try edit(&response)
                return response
            })
    }

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        try await sending(request, context, base)
    }
    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        try await streaming(request, context, base)
    }
}

extension HTTPResponseStream.Body {
    /// The bytes before an error, as if they were complete.
    var untilError: Self {
        let isOver = Mutex(false)
        let chunks = Mutex(makeAsyncIterator())
        return Self {
            if isOver.withLock({ $0 }) { return nil }
            var iterator = chunks.withLock { $0 }
            do { return try await iterator.next() } catch {
                isOver.withLock { $0 = true }
                return nil
            }
        }
    }
}
