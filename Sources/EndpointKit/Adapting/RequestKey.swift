/// Identifies a request for a cache, and for calls that share one exchange, by its method, its URL without signatures, and its user. It
/// contains only digests, so neither its text nor a file name made from it contains a secret.
package struct RequestKey: Hashable, Sendable {
    package let method: HTTPMethod
    /// The URL without the query items that authentication added, together with the Unix socket that replaces its host.
    package let resource: KeyDigest
    /// The credentials: those that authentication added, a signature's signer, the fields `Authorization` and `Cookie`, fields with the
    /// name of a secret, and the client's certificate. nil if there are none.
    package let user: KeyDigest?
    /// The user for a response that the server has declared `public` (RFC 9111, section 3.5): nil if the credentials are in header fields.
    /// Credentials in the query make the URL different, and nobody else may get its responses.
    package let publicUser: KeyDigest?
    /// The other header fields, except those in ``neutralFields``; nil unless requested. Calls that share one exchange need it; a cache
    /// uses `Vary` instead.
    package let fields: KeyDigest?

    package init(_ request: HTTPRequest, in context: TransferContext, withFields: Bool = false) {
        let credentials = context.credentials
        method = request.method
        var bare = request
        if credentials?.isInQuery == true {
            bare.query.dropAdditions()
            bare.query.removeLastOfEach(credentials?.items ?? [])
        }
        resource = Self.resource(of: bare, socket: context.unixSocket)
        var holder = DigestInput()
        if let credentials, !credentials.holder.isEmpty { holder.append(credentials.holder) }
        var others: [HTTPHeaders.Field] = []
        for field in request.headers {
            let name = field.name.lowercased()
            if credentials?.fields.contains(name) == true { continue }
            if Self.isCredential(name, request.redaction) {
                holder.append(name)
                holder.append(field.value)
            } else if withFields, !Self.neutralFields.contains(name) {
                others.append(HTTPHeaders.Field(name: name, value: field.value))
            }
        }
        if request.origin.scheme == .https, let certificate = context.clientCertificate { holder.append(certificate.absoluteString) }
        user = holder.bytes.isEmpty ? nil : holder.digest
        publicUser = credentials?.isInQuery == true ? user : nil
        fields = withFields ? Self.digest(of: others) : nil
    }

    /// The order matters only among fields with the same name (RFC 9110, section 5.3).
    private static func digest(of fields: [HTTPHeaders.Field]) -> KeyDigest {
        var input = DigestInput()
        let sorted = fields.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
        for (_, field) in sorted {
            input.append(field.name)
            input.append(field.value)
        }
        return input.digest
    }

    /// The same request with another method.
    package func with(_ method: HTTPMethod) -> RequestKey {
        RequestKey(method: method, resource: resource, user: user, publicUser: publicUser, fields: fields)
    }

    private init(method: HTTPMethod, resource: KeyDigest, user: KeyDigest?, publicUser: KeyDigest?, fields: KeyDigest?) {
        self.method = method
        self.resource = resource
        self.user = user
        self.publicUser = publicUser
        self.fields = fields
    }

    /// Fields that no response depends on.
    private static let neutralFields: Set = ["idempotency-key", "traceparent", "tracestate"]

    /// Whether a field identifies the sender of the request; ``user`` covers its value. `name` is in lower case.
    package static func isCredential(_ name: String, of request: HTTPRequest, in context: TransferContext) -> Bool {
        context.credentials?.fields.contains(name) == true || isCredential(name, request.redaction)
    }

    private static func isCredential(_ name: String, _ redaction: Redaction) -> Bool {
        if name == "authorization" || name == "cookie" { return true }
        if Redaction.isStandardField(name) { return false }
        return Redaction.standard.hides(name) || redaction.hides(name)
    }

    /// The digest of a URL, and of the Unix socket.
    package static func resource(of request: HTTPRequest, socket: String?) -> KeyDigest {
        var input = DigestInput()
        input.append(urlOf: request)
        if let socket { input.append(socket) }
        return input.digest
    }
}

extension RequestKey: CustomStringConvertible {
    /// `GET 0f3a…`: the method and the beginning of the URL's digest.
    package var description: String { "\(method) \(resource.description.prefix(8))…" }
}

/// A SHA-256 digest as a key: it is hashed and compared without an allocation.
package struct KeyDigest: Hashable, Sendable, CustomStringConvertible {
    private let words: SIMD4<UInt64>

    package init(of bytes: [UInt8]) {
        let digest = SHA256Hash.digest(of: bytes)
        words = digest.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }

    package init(of text: String) { self.init(of: Array(text.utf8)) }

    /// The 32 bytes.
    package var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

    /// 64 hexadecimal digits.
    package var description: String { SHA256Hash.hexadecimal(bytes) }
}

extension KeyDigest {
    /// Takes 64 hexadecimal digits; nil for any other text.
    package init?(_ text: String) {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        let bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        words = bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }
}
