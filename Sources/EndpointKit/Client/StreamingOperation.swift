/// A call whose answer isn't read into memory first: what is around its transport says where the body goes.
final class StreamingOperation<R: Request>: CallOperation {
    private let base: RequestOperation<R>
    private let edit: @Sendable (inout HTTPRequest) -> Void
    private let wrap: @Sendable (any Transport, HTTPRequest) throws -> any Transport

    /// `edit` has its say before the first adapter.
    init(
        client: APIClient, request: R, edit: @escaping @Sendable (inout HTTPRequest) -> Void = { _ in },
        wrap: @escaping @Sendable (any Transport, HTTPRequest) throws -> any Transport = { transport, _ in
            StreamingTransport(base: transport)
        }
    ) {
        base = RequestOperation(client: client, request: request)
        self.edit = edit
        self.wrap = wrap
    }

    var client: APIClient { base.client }
    var endpoint: any Endpoint { base.endpoint }
    var adapters: [any RequestAdapter] { base.adapters }
    var isAuthenticated: Bool { base.isAuthenticated }
    func decisions() -> [any ResponseDecision] { base.decisions() }
    func builtRequest() throws -> HTTPRequest {
        var request = try base.builtRequest()
        edit(&request)
        return request
    }
    func subject() -> any CallSubject { base.subject() }
    func transport(over transport: any Transport, for request: HTTPRequest) throws -> any Transport { try wrap(transport, request) }
    func decode(_ response: HTTPResponse) throws -> R.Response { try base.decode(response) }
}
