/// Runs one call's adapters on its request, once per attempt, and keeps secrets from other origins.
struct AdapterChain: Sendable {
    private let core: ClientCore
    /// Ends the waits for custom code and for tokens.
    var interruption: Interruption
    /// The adapters of the endpoint and of the call, which run after the client's.
    private let own: [any RequestAdapter]
    /// The authentication that signs the requests; nil for an endpoint without credentials.
    let authentication: CallAuthentication?
    /// Whether the signer of a request, or the credential used, is needed after signing.
    let keepsSignatures: Bool
    /// Whether authentication never waits, not even for a token.
    var waitsForNothing: Bool { authentication?.waitsForNothing ?? true }
    /// Whether signing doesn't wait once the tokens are there.
    var signsAtOnce: Bool { authentication?.signsAtOnce ?? true }
    /// The last request that may change something, and for whom it was sent.
    private var write: Write?
    /// The request as it was built from the endpoint.
    let original: HTTPRequest
    /// The `Idempotency-Key` of the first attempt, and the origin it was sent to. The key lets the server recognize a repeated request.
    private var idempotencyKey: (value: String, origin: Origin)?
    /// Tracks the additions to the requests so far.
    var provenance: Provenance
    /// The type of the adapter that threw.
    private(set) var failed: String?

    init(
        _ core: ClientCore, _ interruption: Interruption, own: [any RequestAdapter], authentication: CallAuthentication?, isDownload: Bool,
        _ original: consuming HTTPRequest
    ) {
        self.core = core
        self.interruption = interruption
        self.own = own
        self.authentication = authentication
        keepsSignatures = isDownload || core.cache != nil || core.sharedRuns != nil || authentication?.isConstant == false
        self.original = original
        provenance = Provenance(core.builder.home)
    }

    /// Returns the request after all adapters have run, but before authentication.
    mutating func adapted() async throws -> HTTPRequest {
        failed = nil
        // The server chose this address, so no adapter applies to it.
        if original.isAway { return original }
        var request = original
        if let idempotencyKey, !provenance.home.separates(idempotencyKey.origin, from: request.origin) {
            request.headers["Idempotency-Key"] = idempotencyKey.value
        }
        for index in core.adapters.indices {
            request = try await adapted(
                consume request, by: core.adapters[index], inPlace: core.adaptersWaitForNothing[index], isClients: true)
        }
        for adapter in own {
            request = try await adapted(consume request, by: adapter, inPlace: Self.waitsForNothing(adapter))
        }
        try request.checkDigest(since: original)
        if let idempotencyKey, !provenance.home.separates(idempotencyKey.origin, from: request.origin) {
            request.headers["Idempotency-Key"] = idempotencyKey.value
        } else if idempotencyKey == nil, let key = request.idempotencyKey {
            idempotencyKey = (key, request.origin)
        }
        // The adapters' additions are part of the request; those of the authentication aren't.
        request.keep(earlier: nil)
        return consume request
    }

    /// The authentication that signs the request; nil if the request doesn't go to the configured origin.
    private func signing(_ request: borrowing HTTPRequest) -> CallAuthentication? {
        request.isAway || !core.builder.home.receives(request) ? nil : authentication
    }

    /// The user who will sign the request.
    ///
    /// - Parameter isLocal: whether the network must not be used, not even for a first token.
    mutating func signer(of request: HTTPRequest, isLocal: Bool = false) async throws -> Signer {
        guard let signing = signing(request) else { return .nobody }
        do {
            if let tokens = signing.tokens { return Signer(try await tokens.identity(interruption, isLocal: isLocal)) }
            if signing.waitsForNothing { return Signer(try await signing.authentication.identity) }
            return Signer(try await interruption.waiting { try await signing.identity(isLocal: isLocal) })
        } catch {
            if error is CancellationError { throw error }
            // An authentication without tokens fails again when it signs, and that error reports the reason.
            guard signing.signer != nil else { return .unknown }
            failed = Self.name(of: signing.authentication)
            throw Self.failure(error)
        }
    }

    /// Whether signing the request takes tokens, which ``awaitTokens()`` waits for.
    func needsTokens(for request: borrowing HTTPRequest) -> Bool { signing(request)?.signer != nil }

    mutating func awaitTokens() async throws {
        guard let authentication, let signer = authentication.signer else { return }
        do { try await signer.awaitTokens(interruption) } catch {
            failed = Self.name(of: authentication.authentication)
            throw Self.failure(error)
        }
    }

    /// Whether the tokens that the request was signed with may still be sent.
    func areTokensCurrent(in signature: Signature?) async -> Bool {
        guard let signature, let signer = authentication?.signer else { return true }
        return await signer.areTokensCurrent(in: signature)
    }

    /// Throws if a request that may change something would be sent for another user than before: with another identity, or, if no identity
    /// tells, after the program has removed or set a cookie of the request. After a known user, an unknown one counts as another: a user who
    /// signs in while a request is being signed leaves it without an identity. A cookie that a server replaces doesn't change the user.
    ///
    /// Stored responses, shared runs and downloads have a stricter rule (``RequestKey``), by which any other cookie or credential may mean
    /// another user: there a false alarm costs one more request, and here it would fail the call.
    ///
    /// - Parameter moment: the jar's ``CookieJar/moment`` before the request got its cookies.
    mutating func checkWriter(_ signature: Signature?, of request: borrowing HTTPRequest, cookiesSince moment: Int) throws {
        let user = signature?.identity
        guard !request.onlyReads, user != nil || write?.user != nil || core.jar != nil else { return }
        if let write {
            var change: String?
            // The fixed credentials of an app may serve several users, which only the cookies tell apart.
            if let old = write.user, signature != nil {
                if old != user {
                    change = user == nil ? "another user may have signed in" : "another user has signed in"
                } else if !waitsForNothing {
                    return
                }
            }
            if change == nil, let jar = core.jar, let old = write.request,
                old.headers.values(for: "Cookie") != request.headers.values(for: "Cookie"),
                try jar.hasCleared(cookiesOf: old, since: write.moment)
            {
                change = "its cookies have been removed or replaced"
            }
            if let change {
                throw APIError(
                    .authentication,
                    "The request isn't sent again, because \(change) since it was sent, and \(request.method) may change something. If it is "
                        + "the same user, the `identity` of the refresher or the authentication says so.")
            }
        }
        write = Write(user ?? write?.user, core.jar == nil ? nil : copy request, moment)
    }

    // A class, because most calls have none and then store only nil.
    private final class Write: Sendable {
        let user: Identity?
        /// nil without a jar.
        let request: HTTPRequest?
        let moment: Int

        init(_ user: Identity?, _ request: consuming HTTPRequest?, _ moment: Int) {
            self.user = user
            self.request = request
            self.moment = moment
        }
    }

    enum Signing {
        /// The signature is nil if nothing needs it later.
        case signed(HTTPRequest, Signature?)
        /// A token must be awaited first. The request isn't signed.
        case tokenMissing(HTTPRequest)
    }

    /// Signs a request, unless it goes to another origin.
    ///
    /// - Parameter isLast: whether an expired token is used.
    mutating func authenticated(_ request: consuming HTTPRequest, isLast: Bool) async throws -> Signing {
        request.keep(earlier: copy request)
        guard let signing = signing(request) else { return .signed(request, nil) }
        do {
            // A signature may cover the body, and reading a file or a stream may be slow.
            let inPlace = signing.waitsForNothing && request.body?.isInMemory != false
            if inPlace, !keepsSignatures {
                return .signed(try await adapted(consume request, by: signing.authentication, inPlace: true), nil)
            }
            let (plain, access) = (copy request, signing.signsAtOnce ? TokenAccess.atOnce(isLast: isLast) : .waiting(nil))
            do {
                let (signed, signature) = try checked(
                    try await signed(consume request, by: signing, inPlace: inPlace, access), of: plain, by: signing)
                return .signed(signed, signature)
            } catch is TokenAccess.MustWait { return .tokenMissing(plain) }
        } catch {
            throw Self.failure(error)
        }
    }

    private mutating func signed(
        _ request: consuming HTTPRequest, by signing: CallAuthentication, inPlace: Bool, _ access: TokenAccess
    ) async throws -> AuthenticatedRequest {
        let authentication = signing.authentication
        do {
            if inPlace { return try await authentication.authenticated(consume request) }
            if let tokens = signing.tokens { return try await tokens.authenticated(consume request, access) }
            if let signer = signing.signer {
                if signing.signsAtOnce, request.body?.isInMemory != false { return try await signer.authenticated(request, access) }
                let request = consume request
                return try await interruption.waiting { try await signer.authenticated(request, access) }
            }
            let request = consume request
            return try await interruption.waiting { try await authentication.authenticated(request) }
        } catch {
            if error is TokenAccess.MustWait { throw error }
            failed = Self.name(of: authentication)
            throw error
        }
    }

    /// Asks the authentication for an answer to the response. Returns nil if there is none, or if the request can't be sent again.
    mutating func answer(
        _ response: HTTPResponse, to sent: HTTPRequest, _ signature: Signature, repeating request: HTTPRequest
    ) async throws -> (HTTPRequest, Signature?)? {
        guard let signing = authentication, response.isFrom(request.origin) else { return nil }
        let signed = AuthenticatedRequest(sent, identity: signature.identity, credential: signature.credential)
        var plain = request
        plain.keep(earlier: plain)
        do {
            let answer: AuthenticatedRequest?
            let authentication = signing.authentication
            if signing.waitsForNothing, request.body?.isInMemory != false {
                answer = try await authentication.answer(response, to: signed, repeating: plain)
            } else {
                answer = try await interruption.waiting { [plain] in
                    try await authentication.answer(response, to: signed, repeating: plain)
                }
            }
            // After any status other than a client error, the server may have acted.
            guard let answer, request.body?.isReplayable ?? true, response.status.isClientError || sent.maySendTwice else { return nil }
            return try checked(answer, of: request, by: signing)
        } catch {
            throw Self.failure(error)
        }
    }

    private mutating func checked(
        _ signed: consuming AuthenticatedRequest, of plain: HTTPRequest, by signing: CallAuthentication
    ) throws -> (HTTPRequest, Signature?) {
        try provenance.check(&signed.request, from: original, before: plain)
        return (signed.request, keepsSignatures ? Signature(signed) : nil)
    }

    private static func failure(_ error: any Error) -> any Error {
        if error is APIError || error is CancellationError { return error }
        return APIError(.authentication, "The request could not be authenticated: \(error.sentence).", underlying: error)
    }

    static func name(of adapter: any RequestAdapter) -> String {
        "\(type(of: (adapter as? AdapterAuthentication)?.adapter ?? adapter))"
    }

    /// Awaits custom code in its own task, and built-in code in place.
    private mutating func adapted(
        _ request: consuming HTTPRequest, by adapter: any RequestAdapter, inPlace: Bool, isClients: Bool = false
    ) async throws -> HTTPRequest {
        request.keep(earlier: copy request)
        let before = copy request
        var adapted: HTTPRequest
        do {
            if inPlace {
                adapted = try await adapter.adapt(consume request)
            } else {
                let request = consume request
                adapted = try await interruption.waiting { try await adapter.adapt(request) }
            }
        } catch {
            failed = Self.name(of: adapter)
            throw error
        }
        try provenance.check(&adapted, from: original, before: before, isClients: isClients)
        return consume adapted
    }

    /// Whether an adapter needs no separate task.
    static func waitsForNothing(_ adapter: any RequestAdapter) -> Bool { adapter is any AwaitedInPlace }
}
