/// Runs the adapters of one call on its request, once per attempt, and keeps secrets where they belong.
struct AdapterChain {
    /// Where an adapter is awaited.
    enum Place {
        /// In a task of its own, as it is custom code.
        case ownTask
        /// It waits for nothing.
        case inPlace
        /// It waits for nothing but a token.
        case inPlaceForToken

        init(_ adapter: any RequestAdapter) {
            self = !(adapter is any AwaitedInPlace) ? .ownTask : adapter is any TokenAuthentication ? .inPlaceForToken : .inPlace
        }
    }

    private let core: ClientCore
    private let handle: CallHandle
    /// Those of the endpoint and of the call, which run after the client's.
    private let own: [any RequestAdapter]
    private let isAuthenticated: Bool
    /// The request as it was built.
    let original: HTTPRequest
    /// The `Idempotency-Key` of the first attempt: it tells the server that a request was sent before.
    private var idempotencyKey: String?
    /// The one that runs, or ran last.
    private(set) var current: (any RequestAdapter)?

    init(_ core: ClientCore, _ handle: CallHandle, own: [any RequestAdapter], isAuthenticated: Bool, _ original: HTTPRequest) {
        self.core = core
        self.handle = handle
        self.own = own
        self.isAuthenticated = isAuthenticated
        self.original = original
    }

    /// Runs all adapters but the authentication.
    mutating func adapt() async throws -> HTTPRequest {
        var request = original
        current = nil
        if let idempotencyKey { request.headers["Idempotency-Key"] = idempotencyKey }
        for (adapter, place) in zip(core.adapters, core.adapterPlaces) {
            let isMoved = try await apply(adapter, place, to: &request)
            // The client's additions aren't meant for other origins.
            if !isMoved, !core.builder.isHome(request) { request.removeSecrets(added: true) }
        }
        for adapter in own { _ = try await apply(adapter, Place(adapter), to: &request) }
        if let idempotencyKey {
            request.headers["Idempotency-Key"] = idempotencyKey
        } else {
            idempotencyKey = request.headers["Idempotency-Key"]
        }
        return request
    }

    /// Authenticates where the endpoint wants it, and the request goes to the configuration's own origin.
    mutating func authenticate(_ request: inout HTTPRequest) async throws {
        // What follows doesn't follow a redirect to another origin.
        request.beginAdditions()
        guard isAuthenticated, let authentication = core.authentication, core.builder.isHome(request) else { return }
        do {
            _ = try await apply(authentication, core.authenticationPlace, to: &request)
        } catch {
            if error is APIError || error is CancellationError { throw error }
            throw APIError(.authentication, "The request could not be authenticated: \(error.sentence).", underlying: error)
        }
    }

    /// Returns whether the adapter moved the request to another origin.
    private mutating func apply(_ adapter: any RequestAdapter, _ place: Place, to request: inout HTTPRequest) async throws -> Bool {
        current = adapter
        request.beginAdditions()
        let base = request.base
        switch place {
        case .inPlace: request = try await adapter.adapt(request)
        case .inPlaceForToken: request = try await handle.inPlace { try await adapter.adapt(request) }
        case .ownTask: request = try await handle.waiting { [request] in try await adapter.adapt(request) }
        }
        request.takeOver(from: original)
        if request.base === base || request.origin == base.origin { return false }
        // The other origin gets none of the earlier secrets.
        request.removeSecrets(added: false)
        core.builder.removeSecrets(from: &request)
        return true
    }
}
