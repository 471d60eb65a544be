import EndpointKit
import Testing

/// A resource that needs authentication.
struct GuardedItems: AuthenticatedEndpoint {
    var path: Path { "items" }
}

extension APIClient {
    /// A client with a cache, which retries only if `configure` sets a policy for it.
    static func remembering(
        _ transport: any Transport, _ authentication: (any Authentication)? = nil, clock: any Clock<Duration> = ContinuousClock(),
        configure: (inout APIConfiguration) -> Void = { _ in }
    ) throws -> APIClient {
        try APIClient.example(transport, clock: clock) {
            $0.authentication = authentication
            $0.policies.cache = CachePolicy()
            configure(&$0)
        }
    }
}
