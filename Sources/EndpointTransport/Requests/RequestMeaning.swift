// What a request does depends on its method and on some of its fields. Both are read from the request as it goes out: an adapter, a redirect
// or another origin may have changed either one.

extension HTTPRequest {
    /// Whether the request only reads: its method is safe (RFC 9110, section 9.2.1), no field replaces that method, and the endpoint doesn't
    /// declare it non-idempotent.
    package var onlyReads: Bool { method.isSafe && isIdempotent }

    /// Whether a server may receive the request twice: it is idempotent, or has an `Idempotency-Key` that isn't empty.
    public var maySendTwice: Bool { isIdempotent || idempotencyKey != nil }

    /// The `Idempotency-Key` by which the server recognizes a repeated request; nil if it is empty.
    package var idempotencyKey: String? {
        guard let key = headers["Idempotency-Key"] else { return nil }
        // The value may be a quoted string (RFC 8941, section 3.3.3).
        return key.utf8.contains { ![UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\"")].contains($0) } ? key : nil
    }
}

/// The header fields that change what a request does.
enum RequestMeaning {
    /// Whether a field names the method that replaces a request's own.
    static func replacesMethod(_ name: String) -> Bool {
        // The length rules out nearly all names.
        switch name.utf8.count {
        case 13: name.equalsIgnoringASCIICase("X-HTTP-Method")
        case 17: name.equalsIgnoringASCIICase("X-Method-Override")
        case 22: name.equalsIgnoringASCIICase("X-HTTP-Method-Override")
        default: false
        }
    }

    /// Whether an unsafe request does something else without a field: a precondition (RFC 9110, section 13.1), a key that lets the server
    /// recognize a repetition, or a parameter of the method.
    static func guardsUnsafeRequest(_ name: String) -> Bool {
        let name = name.lowercased()
        // A server ignores it in an unsafe request (RFC 9110, section 13.1.3).
        if name == "if-modified-since" { return false }
        // Services have preconditions of their own, such as `x-goog-if-generation-match`.
        return name == "if" || name.hasPrefix("if-") || name.contains("-if-") || others.contains(name)
    }

    private static let others: Set<String> = [
        "idempotency-key", "x-idempotency-key", "repeatability-request-id", "repeatability-first-sent", "paypal-request-id",
        // WebDAV (RFC 4918, section 10).
        "depth", "destination", "lock-token", "overwrite",
        // The integrity of a body, and its place in the resource. With a body, those that begin with Content- go along.
        "digest", "repr-digest", "content-digest", "content-md5", "content-range",
        // Resumable uploads.
        "upload-offset", "upload-complete", "upload-length",
        // The source of a copy, without which an empty object is stored.
        "x-amz-copy-source", "x-goog-copy-source", "x-ms-copy-source",
        // The operation itself.
        "soapaction", "x-amz-target",
    ]

    /// Whether a field describes the body, and goes with it.
    static func describesContent(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("content-")
            || ["digest", "repr-digest", "last-modified", "transfer-encoding", "trailer", "expect"].contains(name)
    }
}

extension HTTPRequest {
    /// Whether the request does something else without a field of this name.
    package func dependsOn(field name: String) -> Bool {
        RequestMeaning.replacesMethod(name) || !onlyReads && RequestMeaning.guardsUnsafeRequest(name)
    }

    /// Whether a field names the method that replaces the request's own.
    package var hasReplacedMethod: Bool { headers.contains { RequestMeaning.replacesMethod($0.name) } }

    /// Removes the body, and the fields about it.
    mutating func removeContent() {
        body = nil
        headers.removeFields { field, _ in RequestMeaning.describesContent(field.name) }
    }

    /// Turns a request without a body into a GET for another resource, to which the guards of the earlier method don't apply.
    mutating func becomeGet() {
        method = .get
        headers.removeFields { field, _ in
            RequestMeaning.replacesMethod(field.name) || RequestMeaning.guardsUnsafeRequest(field.name)
        }
    }
}
