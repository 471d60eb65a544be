// Calls without a service, for previews and for mocks of protocols that return calls.
extension Call {
    /// A call that returns a value at once, without a service.
    ///
    ///     struct PreviewHeroes: HeroService {
    ///         func hero(_ id: Int) -> Call<Hero> { Call(value: Hero(id: id, name: "Hulk")) }
    ///     }
    public init(value: Value) { self.init { value } }

    /// A call that gets its value from a function, without a service. The function may wait or throw; the call throws its errors unchanged.
    ///
    ///     let offline = Call<[Hero]> { throw APIError(.connection, "There is no network.") }
    ///     let slow = Call<[Hero]> {
    ///         try await Task.sleep(for: .seconds(5))
    ///         return []
    ///     }
    ///
    /// The call can be awaited, started, cancelled, grouped and mapped, and accepts a deadline, a priority and tags. Nothing is sent, so
    /// the modifiers for retries, adapters, decisions, the cache and progress have no effect. The response is an empty 200.
    public init(_ operation: @escaping @Sendable () async throws -> Value) {
        var plan = CallPlan(Operation(), accept: "*/*")
        plan.destination = .operation(operation)
        self.init(.ofOperations, plan) { answer, _ in
            guard case .value(let value)? = answer.content, let value = value as? Value else {
                throw APIError.impossible("An operation has no value")
            }
            return value
        }
    }
}

private struct Operation: Endpoint {
    var path: Path { "operation" }
}

extension ClientCore {
    /// The client of calls without a service.
    fileprivate static let ofOperations: ClientCore = {
        var configuration = APIConfiguration(baseURL: URL(filePath: "/"))
        // A name that no host can have (RFC 6761, section 6.4).
        if let url = URL(string: "https://operation.invalid") { configuration.baseURL = url }
        configuration.policies.maxConcurrentCalls = nil
        return ClientCore(
            configuration: configuration, transport: AnyTransport { throw APIError(.connection, "It has no service.", request: $0) },
            adapters: [], decisions: { _ in [ParseDecision()] }, observers: [], decoder: nil, clock: ContinuousClock())
    }()
}
