extension Redaction {
    /// The redacted URL. Items that authentication added show only their names.
    public func redactedURL(of request: HTTPRequest) -> String {
        var url = request.origin.description + (request.path.encoded.hasPrefix("/") ? "" : "/") + redact(request.path)
        if !request.query.isEmpty || request.query.isEmptyButThere { url += "?" + redactedQuery(of: request) }
        return request.base.earlierSecrets.removed(from: url)
    }

    private func redactedQuery(of request: HTTPRequest) -> String {
        if hidesNothing { return redact(request.query) }
        let (own, added) = request.dividedQuery
        let shown = added.map { item in
            let name = PercentEncoding.encoded(item.name)
            guard let value = item.value else { return item.name.shownLength }
            return "\(name)=\(isShown(item.name) ? PercentEncoding.encoded(value) : value.shownLength)"
        }
        return ([redact(own)] + shown).filter { !$0.isEmpty }.joined(separator: "&")
    }

    /// The redacted fields of a request. Fields that authentication added show only their lengths.
    package func redactedHeaders(of request: HTTPRequest) -> HTTPHeaders {
        let hidden = hiddenAdditions(to: request)
        return request.headers.mapValues { hidden.contains($0) ? $0.value.shownLength : redactedValue(of: $0) }
    }

    /// The fields of a request, in which marks replace the values that authentication added.
    package func markedHeaders(of request: HTTPRequest) -> HTTPHeaders {
        let hidden = hiddenAdditions(to: request)
        return request.headers.mapValues { hidden.contains($0) ? Self.mark : $0.value }
    }

    private func hiddenAdditions(to request: HTTPRequest) -> Set<HTTPHeaders.Field> {
        if hidesNothing { return [] }
        return Set(request.addedFields.filter { !isShown($0.name) && !Self.conditional.contains($0.name.lowercased()) })
    }

    /// Fields that an outer transport may add after authentication; they hold no secret.
    private static let conditional: Set = ["range", "if-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since"]
}

extension HTTPRequest: CustomReflectable {
    public var customMirror: Mirror {
        let headers = redaction.redactedHeaders(of: self).lines
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
    /// The names of the form's fields.
    public var description: String { "a form of \(fields.map { Redaction.standard.redact(name: $0.name) }.joined(separator: ", "))" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension JSONBody: CustomStringConvertible, CustomReflectable {
    /// The value's type: `Order as JSON`.
    public var description: String { "\(Value.self) as JSON" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension MultipartBody.Part: CustomStringConvertible, CustomReflectable {
    /// The part's name, with its file name in parentheses.
    public var description: String {
        Redaction.standard.redact(name: name) + (filename.map { " (\($0.isPlainLiteral ? $0 : $0.shownLength))" } ?? "")
    }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
