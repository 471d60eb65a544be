// The effect of a request depends on its method and on some of its fields. Both are read from the request as it goes out: an adapter, a
// redirect or another origin may have changed either one.

extension HTTPRequest {
    /// Whether the request only reads: its method is safe (RFC 9110, section 9.2.1), no field replaces that method, and the endpoint doesn't
    /// declare it non-idempotent.
    package var onlyReads: Bool { method.isSafe && isIdempotent }

    /// Whether a server may receive the request twice: the request is idempotent, or has an `Idempotency-Key` that isn't empty. A key from
    /// the authentication is ignored, because it is new in each attempt.
    public var maySendTwice: Bool { isIdempotent || hasLastingKey }

    private var hasLastingKey: Bool {
        idempotencyKey != nil && !addedFields.contains { $0.name.equalsIgnoringASCIICase("Idempotency-Key") }
    }

    /// The `Idempotency-Key` by which the server recognizes a repeated request, whoever set it; nil if it is empty.
    package var idempotencyKey: String? {
        guard let key = headers["Idempotency-Key"] else { return nil }
        // The value may be a quoted string (RFC 8941, section 3.3.3).
        return key.unicodeScalars.contains { !$0.properties.isWhitespace && $0 != "\"" } ? key : nil
    }

    /// Whether a field names another method, which replaces the request's own.
    var hasReplacedMethod: Bool { headers.contains { replacesMethod($0) } }

    private func replacesMethod(_ field: HTTPHeaders.Field) -> Bool {
        guard RequestMeaning.namesMethod(field.name) else { return false }
        return !field.value.isEmpty && !field.value.equalsIgnoringASCIICase(method.rawValue)
    }

    /// Whether the request would do something else without this field.
    func depends(on field: HTTPHeaders.Field) -> Bool {
        replacesMethod(field) || !onlyReads && RequestMeaning.guardsWrite(field)
    }

    /// Removes the body, and the fields that describe it.
    mutating func removeContent() {
        body = nil
        headers.removeFields { RequestMeaning.describesContent($0.name) }
    }

    /// Turns a request without a body into a GET for another resource. Fields that guarded the earlier method are removed, because they
    /// don't apply to a GET.
    mutating func becomeGet() {
        method = .get
        headers.removeFields { RequestMeaning.namesMethod($0.name) || RequestMeaning.guardsWrite($0) }
    }
}

/// The parts that change what a request does.
enum RequestMeaning {
    /// Whether a field may name a method that replaces the request's own.
    static func namesMethod(_ name: String) -> Bool {
        // The length rules out nearly all names.
        switch name.utf8.count {
        case 13: name.equalsIgnoringASCIICase("X-HTTP-Method")
        case 17: name.equalsIgnoringASCIICase("X-Method-Override")
        case 22: name.equalsIgnoringASCIICase("X-HTTP-Method-Override")
        default: false
        }
    }

    /// Whether a write would do something else without a field: a precondition (RFC 9110, section 13.1), a key that lets the server
    /// recognize a repetition, a digest, or a parameter of the method.
    static func guardsWrite(_ field: HTTPHeaders.Field) -> Bool {
        let name = field.name.lowercased()
        switch name {
        // A server ignores it in an unsafe request (RFC 9110, section 13.1.3).
        case "if-modified-since": return false
        case "if": return true
        // Other preferences may be ignored anyway (RFC 7240, section 2).
        case "prefer": return field.value.contains("handling=strict") || field.value.contains("tx=")
        default:
            // Services have their own preconditions, keys and digests, such as `x-goog-if-generation-match`.
            return name.hasPrefix("if-") || parts.contains { name.contains($0) } || names.contains(name) || isDigest(name)
        }
    }

    private static let parts = ["-if-", "idempoten", "copy-source", "copy-from"]

    private static let names: Set<String> = [
        "repeatability-request-id", "repeatability-first-sent", "paypal-request-id", "zotero-write-token",
        // WebDAV (RFC 4918, section 10) and CalDAV.
        "depth", "destination", "lock-token", "overwrite", "schedule-reply",
        // The position of a body in the resource. Fields that begin with Content- go to another origin together with the body.
        "content-range", "content-profile", "upload-offset", "upload-complete", "upload-length", "upload-concat", "x-goog-upload-command",
        "x-goog-upload-offset", "x-ms-page-write", "x-amz-expected-bucket-owner",
        // The operation itself.
        "soapaction", "x-amz-target",
    ]

    /// Whether a field is a digest of the body. The digests in signatures are part of the credentials.
    static func isDigest(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.contains("checksum")
            || ["digest", "repr-digest", "content-digest", "content-md5", "x-amz-content-sha256", "x-goog-hash"].contains(name)
    }

    /// Whether a query item guards a write or replaces its method, as some services allow.
    static func guardsWrite(item name: String) -> Bool {
        name == "_method" || ["ifGeneration", "ifMetageneration"].contains { name.hasPrefix($0) }
    }

    /// Whether a field describes the body, and is removed with it.
    static func describesContent(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("content-")
            || ["digest", "repr-digest", "last-modified", "transfer-encoding", "trailer", "expect"].contains(name)
    }
}
