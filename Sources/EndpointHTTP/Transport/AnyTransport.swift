/// A transport from a closure: for previews, demonstrations and services that live in the program.
///
///     let client = HeroesClient(configuration: configuration, transport: AnyTransport { _ in HTTPResponse(body: Data("[]".utf8)) })
///
/// In tests, use `StubTransport` from EndpointKitTesting, which also records requests and answers from a table.
public struct AnyTransport: Transport {
    private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Makes each response with `answer`, whose errors become the transport's own.
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
}
