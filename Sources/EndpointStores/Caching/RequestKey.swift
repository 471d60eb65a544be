/// Identifies a request by its method, URL and user, for a cache and for calls that share one run. It is made before the request is signed.
/// It contains only digests, so neither its description nor a file name made from it reveals a secret.
package struct RequestKey: Hashable, Sendable {
    package let method: HTTPMethod
    /// The URL, together with the Unix socket that replaces its host.
    package let resource: KeyDigest
    /// The digest of the signer's identity, the fields `Authorization` and `Cookie`, fields with the name of a secret, and the client's
    /// certificate. nil if there are none of them.
    package let user: KeyDigest?
    /// The other header fields, except those in ``neutralFields``; nil unless requested. Calls that share one run need them; a cache uses
    /// `Vary` instead.
    package let fields: KeyDigest?

    package init(_ request: HTTPRequest, of signer: Signer, over connection: ConnectionPolicy, withFields: Bool = false) {
        method = request.method
        resource = Self.resource(of: request, socket: connection.unixSocket)
        var holder = DigestInput()
        if case .identity(let identity) = signer { holder.append(identity.digest.bytes) }
        var others: [HTTPHeaders.Field] = []
        for field in request.headers {
            let name = field.name.lowercased()
            if Self.isCredential(name, of: request) {
                holder.append(name)
                holder.append(field.value)
            } else if withFields, !Self.neutralFields.contains(name) {
                others.append(HTTPHeaders.Field(name: name, value: field.value))
            }
        }
        if request.origin.scheme == .https, let certificate = connection.tls.clientCertificate?.certificate {
            holder.append(CertificateDigest.of(certificate).bytes)
        }
        user = holder.bytes.isEmpty ? nil : holder.digest
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

    /// Fields that no response depends on.
    private static let neutralFields: Set = ["idempotency-key", "traceparent", "tracestate"]

    /// Whether a field identifies the sender of the request; ``user`` covers its value. `name` is in lower case.
    package static func isCredential(_ name: String, of request: HTTPRequest) -> Bool {
        if name == "authorization" || name == "cookie" { return true }
        if Redaction.isStandardField(name) { return false }
        return Redaction.standard.hides(name) || request.redaction.hides(name)
    }

    /// The digest of the URL and the Unix socket.
    package static func resource(of request: HTTPRequest, socket: String?) -> KeyDigest {
        var input = DigestInput()
        input.append(urlOf: request)
        if let socket { input.append(socket) }
        return input.digest
    }
}

extension RequestKey: CustomStringConvertible {
    /// `GET 0f3a…`: the method and the first digits of the URL's digest.
    package var description: String { "\(method) \(resource.description.prefix(8))…" }
}
