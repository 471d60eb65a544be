/// Several credentials of one request. Each signs what those before it have signed.
struct CombinedAuthentication: Authentication {
    struct Part {
        let authentication: any Authentication
        let isOptional: Bool

        /// False for an optional token that nobody has.
        var isThere: Bool {
            get async throws {
                guard isOptional, let tokens = authentication as? any TokenAuthentication else { return true }
                return try await tokens.hasToken
            }
        }
    }

    let parts: [Part]

    /// That of the parts that are there; nil if one of them is unknown.
    var identity: Identity? {
        get async throws {
            var identities: [Identity?] = []
            for part in parts where try await part.isThere { identities.append(try await part.authentication.identity) }
            return Self.identity(of: identities)
        }
    }

    private static func identity(of all: [Identity?]) -> Identity? {
        let known = all.compactMap(\.self)
        if known.count < all.count { return nil }
        return known.count == 1 ? known[0] : Identity(combining: known)
    }

    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await authenticated(request).request }

    func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
        try await signed(request, by: parts.indices, after: [:])
    }

    /// - Parameter others: what the other parts have already signed.
    private func signed(
        _ request: HTTPRequest, by indices: some Sequence<Int>, after others: [Int: AuthenticatedRequest]
    ) async throws -> AuthenticatedRequest {
        var (request, signed) = (request, others)
        for index in indices where try await parts[index].isThere {
            let next = try await parts[index].authentication.authenticated(request)
            request = next.request
            signed[index] = next
        }
        return AuthenticatedRequest(
            request, identity: Self.identity(of: parts.indices.compactMap { signed[$0] }.map(\.identity)),
            credential: Credential(parts: signed.mapValues { SignedPart(identity: $0.identity, credential: $0.credential) }))
    }

    func answer(
        _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
    ) async throws -> AuthenticatedRequest? {
        guard let credential = sent.credential as? Credential else { return nil }
        for (index, part) in parts.enumerated() {
            guard let own = credential.parts[index] else { continue }
            let signed = AuthenticatedRequest(sent.request, identity: own.identity, credential: own.credential)
            guard let answer = try await part.authentication.answer(response, to: signed, repeating: request) else { continue }
            return try await self.signed(answer.request, by: parts.indices.filter { $0 != index }, after: [index: answer])
        }
        return nil
    }

    /// What each part has said about its credentials.
    struct Credential: Sendable {
        let parts: [Int: SignedPart]
    }

    struct SignedPart: Sendable {
        let identity: Identity?
        let credential: (any Sendable)?
    }
}

extension Signature {
    /// The version of a keeper's token that the request was sent with; nil if it has none.
    func version(of keeper: ObjectIdentifier) -> Int? {
        let parts = (credential as? CombinedAuthentication.Credential)?.parts.values.map(\.credential) ?? [credential]
        return parts.lazy.compactMap { $0 as? TokenVersion }.first { $0.keeper == keeper }?.version
    }
}

extension CombinedAuthentication: CustomReflectable {
    /// Shows nothing, because the parts hold secrets.
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
