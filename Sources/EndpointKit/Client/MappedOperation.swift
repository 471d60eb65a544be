/// A call whose value is made of another's.
final class MappedOperation<Base: Sendable, Value: Sendable>: CallOperation {
    private let base: any CallOperation<Base>
    private let transform: @Sendable (Base) throws -> Value

    init(base: any CallOperation<Base>, transform: @escaping @Sendable (Base) throws -> Value) {
        self.base = base
        self.transform = transform
    }

    var client: APIClient { base.client }
    var endpoint: any Endpoint { base.endpoint }
    var adapters: [any RequestAdapter] { base.adapters }
    var isAuthenticated: Bool { base.isAuthenticated }
    func decisions() -> [any ResponseDecision] { base.decisions() }
    func builtRequest() throws -> HTTPRequest { try base.builtRequest() }
    func transport(over transport: any Transport, for request: HTTPRequest) throws -> any Transport {
        try base.transport(over: transport, for: request)
    }

    func decode(_ response: HTTPResponse) throws -> Value {
        let value = try base.decode(response)
        do {
            return try transform(value)
        } catch {
            throw MappingFailure(error: error)
        }
    }
}

/// What a transform threw, on its way past those who take an error for one of decoding.
struct MappingFailure: Error {
    let error: any Error
}
