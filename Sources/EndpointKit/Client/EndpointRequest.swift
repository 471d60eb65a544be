/// What stands for an endpoint on its way through a call: whoever asks for the endpoint is told of the caller's own.
protocol EndpointWrapper: Endpoint {
    associatedtype Base: Endpoint
    var base: Base { get }
}

extension Endpoint {
    var unwrapped: any Endpoint { (self as? any EndpointWrapper)?.base ?? self }
}

/// An endpoint with the type of answer that one call asks of it.
struct EndpointRequest<Base: Endpoint, Response: Sendable>: Request, EndpointWrapper {
    let base: Base
    let accept: String
    private let read: @Sendable (HTTPResponse, ResponseDecoder) throws -> Response

    init(_ base: Base, accept: String, read: @escaping @Sendable (HTTPResponse, ResponseDecoder) throws -> Response) {
        self.base = base
        self.accept = accept
        self.read = read
    }

    func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response { try read(response, decoder) }

    var baseURL: URL? { base.baseURL }
    var path: Path { base.path }
    var method: HTTPMethod { base.method }
    var query: Query { base.query }
    var headers: HTTPHeaders { base.headers }
    var body: (any HTTPBody)? { base.body }
    var timeout: Duration? { base.timeout }
    var isAuthenticated: Bool { base.isAuthenticated }
    var isIdempotent: Bool { base.isIdempotent }
    var adapters: [any RequestAdapter] { base.adapters }
    var resolvedRoute: Route { base.resolvedRoute }
    func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] { base.decisions(from: standard) }
}
