/// Several credentials for one request. Each signs the request as the earlier ones have left it.
struct CombinedAuthentication: Authentication {
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
        func authenticated(_ request: HTTPRequest) async throws -> AuthenticatedRequest? {
            if isOptional, let tokens = signing.tokens { return try await tokens.optionallyAuthenticated(request) }
            return try await signing.authentication.authenticated(request)
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
        let headers = request.headers
        return try await signed(request, by: parts[...], after: [:], to: headers)
    }

    /// - Parameters:
    ///   - earlier: the signatures of the earlier parts, by index.
    ///   - headers: the request's fields before the first part signed it.
    private func signed(
        _ request: consuming HTTPRequest, by remaining: ArraySlice<Part>, after earlier: [Int: SignedPart], to headers: HTTPHeaders
    ) async throws -> AuthenticatedRequest {
        var (request, signed) = (request, earlier)
        for (index, part) in zip(remaining.indices, remaining) {
            let plain = part.signing.answersChallenges ? request : nil
            guard let next = try await part.authenticated(request) else { continue }
            try Self.check(next.request, signing: request, signed.isEmpty ? nil : headers)
            request = next.request
            signed[index] = SignedPart(identity: next.identity, credential: next.credential, plain: plain)
        }
        return AuthenticatedRequest(
            request, identity: Self.identity(of: signed.sorted { $0.key < $1.key }.map { parts[$0.key].named($0.value.identity) }),
            credential: Credential(parts: signed))
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
            guard let own = credential.parts[index], let plain = own.plain else { continue }
            let last = AuthenticatedRequest(sent.request, identity: own.identity, credential: own.credential)
            guard let answer = try await part.signing.authentication.answer(response, to: last, repeating: plain) else { continue }
            try Self.check(answer.request, signing: plain, index == credential.parts.keys.min() ? nil : request.headers)
            var signed = credential.parts.filter { $0.key < index }
            signed[index] = SignedPart(identity: answer.identity, credential: answer.credential, plain: plain)
            return try await self.signed(answer.request, by: parts[(index + 1)...], after: signed, to: request.headers)
        }
        return nil
    }

    /// The signature of each part, by the part's index.
    struct Credential: Sendable {
        let parts: [Int: SignedPart]
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
