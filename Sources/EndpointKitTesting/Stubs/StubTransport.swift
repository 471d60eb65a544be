public import EndpointKit
import Synchronization

/// A transport without a network. It gets its responses from a table or a closure, and records every request.
///
///     let stub = StubTransport([
///         .get("characters/1"): .json(["id": 1, "name": "Hulk"]),
///         .get("characters", query: ["offset": 20]): .status(503),
///     ])
///     let other = StubTransport { request in HTTPResponse(status: request.path.encoded == "/missing" ? 404 : 200) }
///     let client = APIClient(configuration: configuration, transport: stub)
///
/// It follows the contract of ``/EndpointKit/Transport``: in a task that is already cancelled, it neither sends nor records anything, and a
/// body that exceeds the limit throws ``/EndpointKit/APIError/Code/bodyTooLarge``.
public final class StubTransport: Transport {
    private let recorded = Mutex<[(request: HTTPRequest, context: TransferContext)]>([])
    private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Creates each response with `answer`, whose errors are thrown as if by the transport.
    public init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.answer = answer }

    /// Returns the same response for every request, by default an empty 200.
    public convenience init(_ response: HTTPResponse = HTTPResponse()) { self.init { _ in response } }

    /// Gets its responses from a table of routes.
    ///
    /// A row matches a request if the method and path (absolute or relative to the base path) are equal, and the request has the row's query
    /// items, header fields and body. In a row's path, `*` stands for any segment: `.get("characters/*")`. The request may have more items
    /// and fields, even with the same name. A trailing slash is significant. For the target of a redirect or a link, use an absolute path. If
    /// several rows match, the most specific one is used, or the first of equally specific rows. A request that no row matches fails with
    /// ``EndpointHTTP/APIError/Code/unanswered``; the message names the closest rows and how each differs.
    ///
    /// - Parameters:
    ///   - answers: the answers, by route.
    ///   - json: the client's convention, with which the bodies and queries of the routes are written.
    public convenience init(_ answers: KeyValuePairs<Route, StubAnswer>, json: JSONConvention = .standard) {
        let table = StubTable(answers, json: json)
        self.init { try await table.answer(to: $0.showingPath) }
    }

    /// All requests so far, in the order in which they were sent.
    public var requests: [HTTPRequest] { recorded.withLock { $0.map(\.request) } }

    /// The context of each request in ``requests``.
    public var contexts: [TransferContext] { recorded.withLock { $0.map(\.context) } }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        try Task.checkCancellation()
        recorded.withLock { $0.append((request, context)) }
        let response = try await answer(request)
        let limit = context.bodyLimit(of: request)
        if response.body.count > limit {
            throw APIError(.bodyTooLarge, "The response's body is larger than the limit of \(limit) bytes.", request: request)
        }
        return response
    }

    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        HTTPResponseStream(try await send(request, in: context))
    }
}
