/// Several credentials of one request. Each signs what those before it have signed.
struct CombinedAuthentication: Authentication {
    struct Part {
        /// nil for the configuration's own authentication.
        let name: String?
        let authentication: any Authentication
        let isOptional: Bool

        /// Who signs, and with which credentials: one user may have several.
        func named(_ identity: Identity?) -> Identity? {
            guard let name, let identity else { return identity }
            return Identity(combining: [Identity([name]), identity])
        }

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
            for part in parts where try await part.isThere { identities.append(part.named(try await part.authentication.identity)) }
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
        authenticated(try await signed(request, by: parts.indices, after: [:]))
    }

    private func authenticated(_ all: (request: HTTPRequest, signed: [Int: AuthenticatedRequest])) -> AuthenticatedRequest {
        AuthenticatedRequest(
            all.request,
            identity: Self.identity(of: parts.indices.compactMap { index in all.signed[index].map { parts[index].named($0.identity) } }),
            credential: Credential(parts: all.signed.mapValues { SignedPart(identity: $0.identity, credential: $0.credential) }))
    }

    /// - Parameter others: what the other parts have already signed.
    private func signed(
        _ request: HTTPRequest, by indices: some Sequence<Int>, after others: [Int: AuthenticatedRequest]
    ) async throws -> (request: HTTPRequest, signed: [Int: AuthenticatedRequest]) {
        var (request, signed) = (request, others)
        for index in indices where try await parts[index].isThere {
            let next = try await parts[index].authentication.authenticated(request)
            // The others' credentials aren't meant for that origin.
            guard next.request.origin == request.origin else { throw APIError.movedByCredentials }
            request = next.request
            signed[index] = next
        }
        return (request, signed)
    }

    func answer(
        _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
    ) async throws -> AuthenticatedRequest? {
        guard let credential = sent.credential as? Credential else { return nil }
        for (index, part) in parts.enumerated() {
            guard let own = credential.parts[index] else { continue }
            let last = AuthenticatedRequest(sent.request, identity: own.identity, credential: own.credential)
            // What it may sign has the others' query items.
            let earlier = try await signed(request, by: parts.indices.prefix(upTo: index), after: [:])
            guard let answer = try await part.authentication.answer(response, to: last, repeating: earlier.request) else { continue }
            guard answer.request.origin == request.origin else { throw APIError.movedByCredentials }
            var others = earlier.signed
            others[index] = answer
            return try await authenticated(signed(answer.request, by: parts.indices.suffix(from: index + 1), after: others))
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

extension APIError {
    fileprivate static var movedByCredentials: APIError {
        APIError(.authentication, "The request can't be sent: one of its several credentials has moved it to another origin.")
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
