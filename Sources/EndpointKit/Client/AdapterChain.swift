/// Runs the adapters of one call on its request, once per attempt, and keeps secrets where they belong.
///
/// Sendable because one task uses it at a time.
final class AdapterChain: @unchecked Sendable {
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
    /// The query items that adapters added to the last request, but for authentication.
    private(set) var addedItems: Set<Query.Item> = []
    /// The one that threw.
    private(set) var failed: (any RequestAdapter)?

    init(
        _ core: ClientCore, _ handle: CallHandle, own: [any RequestAdapter], isAuthenticated: Bool, _ original: consuming HTTPRequest
    ) {
        self.core = core
        self.handle = handle
        self.own = own
        self.isAuthenticated = isAuthenticated
        self.original = original
    }

    /// The request after all adapters but the authentication.
    func adapted() async throws -> HTTPRequest {
        var request = original
        failed = nil
        // The server chose this address, and no adapter is for it.
        if request.isAway { return request }
        if let idempotencyKey { request.headers["Idempotency-Key"] = idempotencyKey }
        for index in core.adapters.indices {
            request = try await adapted(consume request, by: core.adapters[index], core.adapterPlaces[index], isClients: true)
        }
        for adapter in own { request = try await adapted(consume request, by: adapter, Place(adapter)) }
        if let idempotencyKey {
            request.headers["Idempotency-Key"] = idempotencyKey
        } else {
            idempotencyKey = request.headers["Idempotency-Key"]
        }
        return consume request
    }

    /// The request as it is authenticated, where the endpoint wants it, and the request goes to the configuration's own origin.
    func authenticated(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        // What follows doesn't follow a redirect to another origin.
        request.beginAdditions()
        guard isAuthenticated, !request.isAway, let authentication = core.authentication, core.builder.isHome(request) else {
            return request
        }
        do {
            return try await adapted(request, by: authentication, core.authenticationPlace)
        } catch {
            if error is APIError || error is CancellationError { throw error }
            throw APIError(.authentication, "The request could not be authenticated: \(error.sentence).", underlying: error)
        }
    }

    private func adapted(
        _ request: consuming HTTPRequest, by adapter: any RequestAdapter, _ place: Place, isClients: Bool = false
    ) async throws -> HTTPRequest {
        request.beginAdditions()
        let base = request.base
        var adapted: HTTPRequest
        do {
            switch place {
            case .inPlace: adapted = try await adapter.adapt(consume request)
            case .inPlaceForToken:
                guard let tokens = adapter as? any TokenAuthentication else { throw APIError.impossible("An adapter has no token") }
                adapted = try await tokens.adapt(consume request, handle.interruption)
            case .ownTask:
                let request = consume request
                adapted = try await handle.waiting { try await adapter.adapt(request) }
            }
        } catch {
            failed = adapter
            throw error
        }
        adapted.takeOver(from: original)
        if adapted.base !== base, adapted.origin != base.origin {
            // The other origin gets what the adapter adds for it, and of the rest only what may cross.
            adapted.leaveHome(by: core.policies.redirects, keepsAdditions: true)
            core.builder.removeOwn(from: &adapted, and: addedItems)
        } else if isClients && !core.builder.isHome(adapted) || adapted.base !== original.base && adapted.origin != original.origin {
            // What the client adds isn't meant for other origins, nor what others add for the origin that an adapter has left.
            adapted.removeAdditions(by: core.policies.redirects)
        }
        if adapted.query.hasAdditions { addedItems.formUnion(adapted.additions) }
        return consume adapted
    }
}
