/// Runs the adapters of one call on its request, once per attempt, and keeps secrets where they belong.
///
/// Sendable because one task uses it at a time.
final class AdapterChain: @unchecked Sendable {
    private let core: ClientCore
    private let handle: CallHandle
    /// The adapters of the endpoint and of the call, which run after the client's.
    private let own: [any RequestAdapter]
    private let isAuthenticated: Bool
    /// Whether nothing may be sent, not even for a token.
    private let staysLocal: Bool
    /// The request as it was built.
    let original: HTTPRequest
    /// The `Idempotency-Key` of the first attempt, and the origin it went to: it lets the server recognize a repeated request.
    private var idempotencyKey: (value: String, origin: Origin)?
    /// The request of this attempt before your own authentication edited it; nil without one.
    private var unsigned: Unsigned?
    /// What adapters have added to the queries of all attempts. Few calls ask for the items.
    private var added = Query()
    /// What the adapters of the last request added that says who sends it; nil unless the client's transport is call-aware.
    private let credentials: CredentialRecord?
    /// What the client's transport remembers of the call; nil unless it is call-aware.
    let memory: CallMemory?
    /// The type of the adapter that threw.
    private(set) var failed: String?

    init(
        _ core: ClientCore, _ handle: CallHandle, own: [any RequestAdapter], isAuthenticated: Bool, staysLocal: Bool,
        _ original: consuming HTTPRequest
    ) {
        self.core = core
        self.handle = handle
        self.own = own
        self.isAuthenticated = isAuthenticated
        self.staysLocal = staysLocal
        self.original = original
        credentials = core.describesCalls ? CredentialRecord() : nil
        memory = core.describesCalls ? CallMemory() : nil
    }

    /// The request after all adapters but the authentication.
    func adapted() async throws -> HTTPRequest {
        var request = original
        failed = nil
        unsigned = nil
        credentials?.beginAttempt()
        // The server chose this address, so no adapter applies to it.
        if request.isAway { return request }
        if let idempotencyKey, idempotencyKey.origin == request.origin { request.headers["Idempotency-Key"] = idempotencyKey.value }
        for index in core.adapters.indices {
            request = try await adapted(
                consume request, by: core.adapters[index], inPlace: core.adaptersWaitForNothing[index], isClients: true)
            credentials?.noteSignature(of: core.adapters[index], in: request)
        }
        for adapter in own {
            request = try await adapted(consume request, by: adapter, inPlace: Self.waitsForNothing(adapter))
            credentials?.noteSignature(of: adapter, in: request)
        }
        try request.checkDigest(since: original)
        if let idempotencyKey, idempotencyKey.origin == request.origin {
            request.headers["Idempotency-Key"] = idempotencyKey.value
        } else if idempotencyKey == nil, let key = request.idempotencyKey {
            idempotencyKey = (key, request.origin)
        }
        return consume request
    }

    /// The authenticated request, if the endpoint requires authentication and the request goes to the configured origin.
    func authenticated(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        // What is added from here on isn't sent to another origin by a redirect.
        request.beginAdditions()
        credentials?.beginAuthentication()
        guard isAuthenticated, !request.isAway, let authentication = core.authentication, core.builder.isHome(request) else {
            return consume request
        }
        do {
            var adapted: HTTPRequest
            if let tokens = core.tokens {
                adapted = try await self.adapted(consume request, by: tokens)
            } else {
                // A signature may cover the body, and a file or a stream may be slow.
                let inPlace = core.authenticatesAtOnce && request.body?.isInMemory != false
                if !core.authenticatesAtOnce { unsigned = Unsigned(copy request) }
                adapted = try await self.adapted(consume request, by: authentication, inPlace: inPlace)
            }
            // What it has written again is still the endpoint's.
            if let unsigned { adapted.headers.settleAdditions(in: unsigned.request.headers) }
            credentials?.noteAuthentication(by: authentication, in: adapted)
            return consume adapted
        } catch {
            if error is APIError || error is CancellationError { throw error }
            throw APIError(.authentication, "The request could not be authenticated: \(error.sentence).", underlying: error)
        }
    }

    /// A request of this attempt without what the authentication did to it.
    func unsigned(_ request: HTTPRequest) -> HTTPRequest {
        if let unsigned { return unsigned.request }
        // A built-in one only adds.
        var request = request
        request.credential = nil
        request.headers.removeFields { _, isAddition in isAddition }
        return request
    }

    // By reference, because most calls have none.
    private final class Unsigned {
        let request: HTTPRequest
        init(_ request: HTTPRequest) { self.request = request }
    }

    /// The query items that adapters and authentication have added in any attempt.
    var addedItems: Set<Query.Item> { Set(added) }

    /// The credentials that were added to the request; nil if there are none or the request goes to another origin.
    func credentials(of request: HTTPRequest) -> RequestCredentials? { request.isAway ? nil : credentials?.credentials }

    /// Awaits custom code in its own task, and built-in code in place.
    private func adapted(
        _ request: consuming HTTPRequest, by adapter: any RequestAdapter, inPlace: Bool, isClients: Bool = false
    ) async throws -> HTTPRequest {
        request.beginAdditions()
        let base = request.base
        var adapted: HTTPRequest
        do {
            if inPlace {
                adapted = try await adapter.adapt(consume request)
            } else {
                let request = consume request
                adapted = try await handle.waiting { try await adapter.adapt(request) }
            }
        } catch {
            failed = "\(type(of: adapter))"
            throw error
        }
        try check(&adapted, wasAt: base, isClients: isClients)
        return consume adapted
    }

    /// Waits for a token in place, until the call ends.
    private func adapted(_ request: consuming HTTPRequest, by tokens: any TokenAuthentication) async throws -> HTTPRequest {
        let base = request.base
        var adapted: HTTPRequest
        do { adapted = try await tokens.adapt(consume request, handle.interruption, mayRefresh: !staysLocal) } catch {
            failed = "\(type(of: tokens))"
            throw error
        }
        try check(&adapted, wasAt: base)
        return consume adapted
    }

    /// Removes what isn't meant for the origin of an adapted request.
    private func check(_ adapted: inout HTTPRequest, wasAt base: HTTPRequest.Base, isClients: Bool = false) throws(APIError) {
        adapted.takeOver(from: original)
        do {
            if adapted.base !== base, adapted.origin != base.origin {
                // The other origin gets what the adapter adds for it, and otherwise only what may cross origins.
                try adapted.leaveHome(by: core.policies.redirects, keepsAdditions: true)
                try core.builder.removeOwn(from: &adapted, and: addedItems)
            } else if isClients && !core.builder.isHome(adapted) || adapted.base !== original.base && adapted.origin != original.origin {
                // The client's additions aren't meant for other origins. Additions of other adapters are meant for the origin that this
                // adapter has left.
                try adapted.removeAdditions(by: core.policies.redirects)
            }
        } catch {
            throw core.builder.invalid(adapted, losing: error)
        }
        if adapted.query.hasAdditions { added.append(adapted.query.added) }
    }

    /// Whether an adapter needs no separate task. An adapter that supplies tokens waits for them; only the authentication
    /// waits in place.
    static func waitsForNothing(_ adapter: any RequestAdapter) -> Bool {
        adapter is any AwaitedInPlace && !(adapter is any TokenAuthentication)
    }
}
