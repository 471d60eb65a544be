/// What a call is, with the type of its request forgotten.
// Visible to the inliner, as the types below are made where a call is written, which spares looking their metadata up each time.
@usableFromInline
protocol CallOperation<Value>: ExchangeOperation {
    var client: APIClient { get }
    var adapters: [any RequestAdapter] { get }
    var isAuthenticated: Bool { get }
    func decisions() -> [any ResponseDecision]
    func builtRequest() throws -> HTTPRequest
    /// What is left of it when the call is over.
    func subject() -> any CallSubject
    /// What the call's attempts send with, made once a call: `transport` itself, or one around it.
    func transport(over transport: any Transport, for request: HTTPRequest) throws -> any Transport
}

@usableFromInline
final class RequestOperation<R: Request>: CallOperation {
    @usableFromInline let client: APIClient
    @usableFromInline let request: R

    @inlinable
    init(client: APIClient, request: R) {
        self.client = client
        self.request = request
    }

    @usableFromInline var endpoint: any Endpoint { request.unwrapped }
    @usableFromInline var adapters: [any RequestAdapter] { request.adapters }
    @usableFromInline var isAuthenticated: Bool { request.isAuthenticated }
    @usableFromInline func decisions() -> [any ResponseDecision] { request.decisions(from: client.decisions) }
    @usableFromInline func builtRequest() throws -> HTTPRequest { try client.builder.request(for: request, accept: request.accept) }
    @usableFromInline func subject() -> any CallSubject { RequestSubject(request: request) }
    @usableFromInline func transport(over transport: any Transport, for request: HTTPRequest) -> any Transport { transport }
    @usableFromInline func decode(_ response: HTTPResponse) throws -> R.Response { try request.decode(response, with: client.decoder) }
}

/// What a call was made for, without its client.
@usableFromInline
protocol CallSubject: AnyObject, Sendable {
    var endpoint: any Endpoint { get }
}

private final class RequestSubject<R: Request>: CallSubject {
    private let request: R

    init(request: R) { self.request = request }

    var endpoint: any Endpoint { request.unwrapped }
}
