/// What stands for an endpoint on its way through a call: whoever asks for the endpoint is told of the caller's own.
protocol EndpointWrapper: Endpoint {
    associatedtype Base: Endpoint
    var base: Base { get }
}

extension Endpoint {
    var unwrapped: any Endpoint { (self as? any EndpointWrapper)?.base ?? self }
}

/// An endpoint with the type of answer that one call asks of it.
@usableFromInline
struct EndpointRequest<Base: Endpoint, Response: Sendable>: Request, EndpointWrapper {
    @usableFromInline let base: Base
    @usableFromInline let accept: String
    @usableFromInline let read: @Sendable (HTTPResponse, ResponseDecoder) throws -> Response

    @inlinable
    init(_ base: Base, accept: String, read: @escaping @Sendable (HTTPResponse, ResponseDecoder) throws -> Response) {
        self.base = base
        self.accept = accept
        self.read = read
    }

    @inlinable
    func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response { try read(response, decoder) }

    @inlinable var baseURL: URL? { base.baseURL }
    @inlinable var path: Path { base.path }
    @inlinable var method: HTTPMethod { base.method }
    @inlinable var query: Query { base.query }
    @inlinable var headers: HTTPHeaders { base.headers }
    @inlinable var body: (any HTTPBody)? { base.body }
    @inlinable var timeout: Duration? { base.timeout }
    @inlinable var isAuthenticated: Bool { base.isAuthenticated }
    @inlinable var isIdempotent: Bool { base.isIdempotent }
    @inlinable var adapters: [any RequestAdapter] { base.adapters }
    @inlinable var resolvedRoute: Route { base.resolvedRoute }
    @inlinable
    func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] { base.decisions(from: standard) }
}
