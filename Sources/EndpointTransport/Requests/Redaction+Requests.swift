extension Redaction {
    /// The URL without hidden values; query items that authentication added show only their names.
    package func redactedURL(of request: HTTPRequest) -> String {
        var bare = request
        bare.query = [:]
        let origin = bare.origin.description
        let whole = bare.path
        let path = whole.fault == nil ? String(Substring(bare.urlText.utf8.dropFirst(origin.utf8.count))) : whole.textBeforeFault
        return origin + redact(path: path) + (request.query.isEmpty ? "" : "?" + redactedQuery(of: request))
    }

    private func redactedQuery(of request: HTTPRequest) -> String {
        guard request.marksAdditions, request.query.hasAdditions, !hidesNothing else { return redact(request.query) }
        var own = request.query
        let added = own.removeAdditions().map { item in
            let name = PercentEncoding.encoded(item.name)
            guard let value = item.value else { return Self.mark }
            return "\(name)=\(isShown(item.name) ? PercentEncoding.encoded(value) : Self.mark)"
        }
        return ([redact(own)] + added).filter { !$0.isEmpty }.joined(separator: "&")
    }

    /// The fields of a request, with `<redacted>` for the values that authentication added.
    package func redactedHeaders(of request: HTTPRequest) -> HTTPHeaders {
        var headers = request.headers
        if request.marksAdditions, !hidesNothing {
            headers.replaceAdditions(by: Self.mark) { !isShown($0) && !Self.conditional.contains($0.lowercased()) }
        }
        return headers
    }

    /// Fields that an outer transport may add after authentication; they hold no secret.
    private static let conditional: Set = ["range", "if-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since"]
}

extension HTTPRequest: CustomReflectable {
    public var customMirror: Mirror {
        let headers = redaction.redact(redaction.redactedHeaders(of: self))
        return Mirror(self, children: ["headers": headers, "bodyLength": body?.length ?? 0, "timeout": timeout], displayStyle: .struct)
    }
}

// A body may hold a password under any name, so its description shows its kind and never its content.

extension HTTPBodyEntity: CustomStringConvertible, CustomReflectable {
    /// `application/json, 24 bytes`.
    public var description: String { "\(contentType ?? "no type"), \(length.map { "\($0) bytes" } ?? "a length that isn't known")" }
    public var customMirror: Mirror { Mirror(self, children: ["isReplayable": isReplayable], displayStyle: .struct) }
}

extension TextBody: CustomStringConvertible, CustomReflectable {
    /// `text/plain; charset=utf-8, 24 bytes`.
    public var description: String { entity().description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension FormBody: CustomStringConvertible, CustomReflectable {
    /// The names of its fields.
    public var description: String { "a form of \(fields.map(\.name).joined(separator: ", "))" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension JSONBody: CustomStringConvertible, CustomReflectable {
    /// The value's type: `Order as JSON`.
    public var description: String { "\(Value.self) as JSON" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension MultipartBody.Part: CustomStringConvertible, CustomReflectable {
    /// The part's name, and its file name in parentheses.
    public var description: String { name + (filename.map { " (\($0))" } ?? "") }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
