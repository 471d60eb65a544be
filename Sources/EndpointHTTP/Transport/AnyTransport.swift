/// A transport that calls a closure, for previews, demonstrations and services inside the program.
///
///     let client = HeroesClient(configuration: configuration, transport: AnyTransport { _ in HTTPResponse(body: Data("[]".utf8)) })
///
/// In tests, use `StubTransport` from EndpointKitTesting, which also records requests and responds from a table.
public struct AnyTransport: Transport {
    private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Creates a transport that calls `answer` for each response, and passes on the errors that `answer` throws.
    public init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.answer = answer }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let response = try await answer(request)
        let limit = context.bodyLimit(of: request)
        guard response.body.count <= limit else {
            throw APIError(.bodyTooLarge, "The response's body is larger than the limit of \(limit) bytes.", request: request)
        }
        return response
    }

    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        HTTPResponseStream(try await send(request, in: context))
    }
}
