/// Several credentials for one request. Each signs the request as the earlier ones have left it.
struct CombinedAuthentication: Authentication, TokenSigner {
    struct Part {
        /// nil for the configuration's own authentication.
        let name: String?
        let signing: CallAuthentication
        let isOptional: Bool

        /// The user who signs, combined with the credentials' name, because one user may have several credentials.
        func named(_ identity: Identity?) -> Identity? {
            guard let name, let identity else { return identity }
            return Identity(combining: [Identity([name]), identity])
        }

        /// The user who would sign a request now, nil if unknown. Empty for an optional token that doesn't exist.
        func signers(isLocal: Bool) async throws -> [Identity?] {
            guard isOptional, let tokens = signing.tokens else { return [named(try await signing.identity(isLocal: isLocal))] }
            return try await tokens.identity(nil, isLocal: true).map { [named($0)] } ?? []
        }

        /// The request with this credential. nil for an optional token that doesn't exist.
        func authenticated(_ request: HTTPRequest, _ access: TokenAccess) async throws -> AuthenticatedRequest? {
            guard let tokens = signing.tokens else { return try await signing.authentication.authenticated(request) }
            return isOptional
                ? try await tokens.optionallyAuthenticated(request, access) : try await tokens.authenticated(request, access)
        }
    }

    let parts: [Part]

    var identity: Identity? { get async throws { try await identity(isLocal: true) } }

    /// The combined identity of the existing parts; nil if the identity of one of them is unknown.
    ///
    /// - Parameter isLocal: whether the network must not be used, not even for a first token.
    func identity(isLocal: Bool) async throws -> Identity? {
        var identities: [Identity?] = []
        for part in parts { identities += try await part.signers(isLocal: isLocal) }
        return Self.identity(of: identities)
    }

    private static func identity(of all: [Identity?]) -> Identity? {
        let known = all.compactMap(\.self)
        if known.count < all.count { return nil }
        return known.count == 1 ? known[0] : Identity(combining: known)
    }

    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await authenticated(request).request }

    func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
        try await authenticated(request, .waiting(nil))
    }

    func awaitTokens(_ interruption: Interruption?) async throws {
        for part in parts { try await part.signing.tokens?.awaitToken(interruption, isOptional: part.isOptional) }
    }

    func areTokensCurrent(in signature: Signature) async -> Bool {
        for part in parts {
            guard let tokens = part.signing.tokens else { continue }
            guard await tokens.isTokenCurrent(in: signature, isOptional: part.isOptional) else { return false }
        }
        return true
    }

    func authenticated(_ request: HTTPRequest, _ access: TokenAccess) async throws -> AuthenticatedRequest {
        try await signed(request, by: parts[...], after: [:], to: request.headers, access)
    }

    /// - Parameters:
    ///   - earlier: the signatures of the earlier parts, by index.
    ///   - headers: the request's fields before the first part signed it.
    private func signed(
        _ request: consuming HTTPRequest, by remaining: ArraySlice<Part>, after earlier: [Int: SignedPart], to headers: HTTPHeaders,
        _ access: TokenAccess
    ) async throws -> AuthenticatedRequest {
        var (request, signed) = (request, earlier)
        for (index, part) in zip(remaining.indices, remaining) {
            let plain = part.signing.answersChallenges ? request : nil
            guard let next = try await part.authenticated(request, access) else { continue }
            try Self.check(next.request, signing: request, signed.isEmpty ? nil : headers)
            request = next.request
            signed[index] = SignedPart(identity: next.identity, credential: next.credential, plain: plain)
        }
        return AuthenticatedRequest(
            request, identity: Self.identity(of: signed.sorted { $0.key < $1.key }.map { parts[$0.key].named($0.value.identity) }),
            credential: Credential(parts: signed, headers: headers))
    }

    /// Throws if a credential replaces another one's field, or moves the request to another origin, which must not receive the other
    /// credentials.
    ///
    /// - Parameter headers: the request's fields before the first part signed it; nil if no part has signed yet.
    private static func check(_ signed: HTTPRequest, signing plain: HTTPRequest, _ headers: HTTPHeaders?) throws {
        if signed.origin != plain.origin { throw unsendable("one of its several credentials has moved it to another origin") }
        guard let headers else { return }
        for field in plain.headers where !headers.values(for: field.name).contains(field.value) {
            // A credential may extend another one's field: the field then still contains the earlier value.
            if signed.headers.values(for: field.name).contains(where: { $0.contains(field.value) }) { continue }
            throw unsendable("two of its credentials write the field \(field.name), and the second would replace the first")
        }
    }

    private static func unsendable(_ reason: String) -> APIError { APIError(.authentication, "The request can't be sent: \(reason).") }

    /// Calls the parts in order until one returns an answer, which the parts after it then sign.
    func answer(
        _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
    ) async throws -> AuthenticatedRequest? {
        guard let credential = sent.credential as? Credential else { return nil }
        for (index, part) in parts.enumerated() {
            guard let own = credential.parts[index], var plain = own.plain else { continue }
            // The earlier signatures remain, on the request that is sent now: its cookies may be others.
            plain.headers.replace(credential.headers, by: request.headers)
            let last = AuthenticatedRequest(sent.request, identity: own.identity, credential: own.credential)
            guard let answer = try await part.signing.authentication.answer(response, to: last, repeating: plain) else { continue }
            try Self.check(answer.request, signing: plain, index == credential.parts.keys.min() ? nil : request.headers)
            var signed = credential.parts.filter { $0.key < index }
            signed[index] = SignedPart(identity: answer.identity, credential: answer.credential, plain: plain)
            return try await self.signed(answer.request, by: parts[(index + 1)...], after: signed, to: request.headers, .waiting(nil))
        }
        return nil
    }

    /// The signature of each part, by the part's index.
    struct Credential: Sendable {
        let parts: [Int: SignedPart]
        /// The request's fields before the first part signed it.
        let headers: HTTPHeaders
    }

    struct SignedPart: Sendable {
        let identity: Identity?
        let credential: (any Sendable)?
        /// The request as it was before this part signed it; nil if the part answers no challenges.
        let plain: HTTPRequest?
    }
}

extension Signature {
    /// The version of the keeper's token that the request was sent with; nil if the request carries no token from this keeper.
    func version(of keeper: ObjectIdentifier) -> Int? {
        let parts = (credential as? CombinedAuthentication.Credential)?.parts.values.map(\.credential) ?? [credential]
        return parts.lazy.compactMap { $0 as? TokenVersion }.first { $0.keeper == keeper }?.version
    }
}

extension CombinedAuthentication: CustomReflectable {
    /// Shows nothing, because the parts hold secrets.
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension HTTPHeaders {
    /// Applies the difference between two versions of the fields. A field that has changed otherwise remains.
    fileprivate mutating func replace(_ old: HTTPHeaders, by new: HTTPHeaders) {
        func isReplaced(_ name: String) -> Bool {
            let before = old.values(for: name)
            return before != new.values(for: name) && values(for: name) == before
        }
        let names = Set(old.map { $0.name.lowercased() } + new.map { $0.name.lowercased() }).filter(isReplaced)
        for name in names { self[name] = nil }
        for field in new where names.contains(field.name.lowercased()) { append(field.name, field.value) }
    }
}
