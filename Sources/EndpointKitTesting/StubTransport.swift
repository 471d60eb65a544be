public import EndpointKit
import Synchronization

/// A transport that moves nothing: it answers from a closure, and keeps every request it was given.
///
///     let stub = StubTransport { request in HTTPResponse(status: request.path.encoded == "/missing" ? 404 : 200) }
///     let client = APIClient(configuration: configuration, transport: stub)
///
/// It keeps to the contract of ``EndpointKit/Transport``: a task that is cancelled beforehand sends nothing, so nothing is recorded,
/// and a body over the request's limit is an error.
public final class StubTransport: Transport {
    private let recorded = Mutex<[(request: HTTPRequest, context: TransferContext)]>([])
    private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// What `answer` throws is the transport's own failure.
    public init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.answer = answer }

    /// The same response every time.
    public convenience init(_ response: HTTPResponse = HTTPResponse()) { self.init { _ in response } }

    /// Every request so far, in the order in which they were sent.
    public var requests: [HTTPRequest] { recorded.withLock { $0.map(\.request) } }

    /// What each of them was to be sent with.
    public var contexts: [TransferContext] { recorded.withLock { $0.map(\.context) } }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        try Task.checkCancellation()
        recorded.withLock { $0.append((request, context)) }
        let response = try await answer(request)
        let limit = context.bodyLimit(of: request)
        if response.body.count > limit {
            throw APIError(.bodyTooLarge, "The body is longer than \(limit) bytes.", request: request)
        }
        return response
    }
}
