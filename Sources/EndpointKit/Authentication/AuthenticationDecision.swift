/// An authentication with its own decision, which is the first decision of a client.
protocol DecidingAuthentication: RequestAdapter {
    var decision: any ResponseDecision { get }
}

/// A decision that repeats a request because of its credentials. Those attempts don't count as retries.
protocol AuthenticationDecision: ResponseDecision {}

extension Exchange {
    /// Whether the response is same-origin. A custom transport may have followed a redirect to another origin.
    var isOfOneOrigin: Bool {
        guard let address = response?.address else { return true }
        guard case .success(let location) = Location.parse(address) else { return false }
        return location.origin == request.origin
    }
}
