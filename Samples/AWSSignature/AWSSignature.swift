public import EndpointKit

/// Signs requests for Amazon's services with Signature Version 4, in the `Authorization` field or in the query.
///
/// It uses only EndpointKit's public API. In this way, you can implement any scheme that signs the target, the fields and the body. As the
/// configuration's authentication, it runs after all other adapters, once for each attempt and each same-origin redirect.
nonisolated public struct AWSSignature: Authentication {
    /// The part of the request that contains the signature.
    public enum Place: Sendable {
        /// `Authorization`, next to `X-Amz-Date`.
        case header
        /// The query, for URLs that others may use. The lifetime is in seconds, at most seven days.
        case query(lifetime: Int)
    }

    private let accessKey: String
    private let secretKey: Secret
    private let sessionToken: Secret?
    private let scope: CredentialScope
    private let place: Place
    private let now: @Sendable () -> Date

    /// Signs with a pair of keys.
    ///
    /// - Parameters:
    ///   - accessKey: identifies the key; it is sent.
    ///   - secretKey: part of the signature; it is never sent.
    ///   - sessionToken: sent with temporary credentials.
    ///   - region: a region such as `us-east-1`.
    ///   - service: a service such as `dynamodb`. With `s3` the path isn't normalized, and the body's digest is sent as a field.
    ///   - place: ``Place/header`` by default.
    ///   - now: the clock, read once per attempt. A service rejects times that are off by more than five minutes.
    public init(
        accessKey: String, secretKey: Secret, sessionToken: Secret? = nil, region: String, service: String, place: Place = .header,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
        scope = CredentialScope(region: region, service: service)
        self.place = place
        self.now = now
    }

    public func adapt(_ request: HTTPRequest) async throws -> HTTPRequest {
        var request = request
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        let time = now().formatted(style)
        let scope = scope.text(at: time)
        switch place {
        case .header:
            let digest = try await Self.digest(of: request.body)
            request.headers["X-Amz-Date"] = time
            if let sessionToken { request.headers["X-Amz-Security-Token"] = sessionToken.reveal() }
            if self.scope.service == "s3" { request.headers["X-Amz-Content-SHA256"] = digest }
            let canonical = CanonicalRequest(request, digest: digest, isNormalized: self.scope.service != "s3")
            request.headers["Authorization"] =
                "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope), SignedHeaders=\(canonical.signedHeaders), "
                + "Signature=\(signature(of: canonical, at: time))"
        case .query(let lifetime):
            request.query.append("X-Amz-Algorithm", "AWS4-HMAC-SHA256")
            request.query.append("X-Amz-Credential", "\(accessKey)/\(scope)")
            request.query.append("X-Amz-Date", time)
            request.query.append("X-Amz-Expires", String(lifetime))
            request.query.append("X-Amz-SignedHeaders", CanonicalRequest.signedHeaders(of: request))
            if let sessionToken { request.query.append("X-Amz-Security-Token", sessionToken.reveal()) }
            let digest = self.scope.service == "s3" ? "UNSIGNED-PAYLOAD" : try await Self.digest(of: request.body)
            let canonical = CanonicalRequest(request, digest: digest, isNormalized: self.scope.service != "s3")
            request.query.append("X-Amz-Signature", signature(of: canonical, at: time))
        }
        return request
    }

    private static func digest(of body: HTTPBodyEntity?) async throws -> String {
        var hash = SHA256Hash()
        if let body {
            guard body.isReplayable else {
                throw APIError(.authentication, "The request can't be signed: its body can be read only once.")
            }
            for try await chunk in try body.chunks() { hash.update(chunk) }
        }
        return SHA256Hash.hexadecimal(hash.finish())
    }

    private func signature(of canonical: CanonicalRequest, at time: String) -> String {
        let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope.text(at: time))\n\(SHA256Hash.hexDigest(of: canonical.text))"
        var key = Array("AWS4\(secretKey.reveal())".utf8)
        for part in [String(time.prefix(8)), scope.region, scope.service, "aws4_request", text] {
            key = SHA256Hash.authenticationCode(of: Array(part.utf8), key: key)
        }
        return SHA256Hash.hexadecimal(key)
    }
}

nonisolated extension AWSSignature {
    public var identity: Identity? { Identity(Secret(accessKey), secretKey) }
}

/// The scope of a signing key.
nonisolated struct CredentialScope: Sendable {
    let region: String
    let service: String

    func text(at time: String) -> String { "\(time.prefix(8))/\(region)/\(service)/aws4_request" }
}

nonisolated extension AWSSignature: CustomReflectable {
    /// Shows nothing, because the value holds keys.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
