// What `dump`, a debugger and a test's failure message show is made of mirrors: these hold no more than the descriptions do.

extension HTTPHeaders: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: fields.map(\.description), displayStyle: .collection) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomReflectable {
    /// `Name: value`, hidden where ``Redaction/standard`` names it.
    public var description: String { Redaction.standard.redact(self) }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Query: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: map(\.description), displayStyle: .collection) }
}

extension Query.Item: CustomStringConvertible, CustomReflectable {
    /// `name=value`, decoded, hidden where ``Redaction/standard`` names it.
    public var description: String { Redaction.standard.redact(self) }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension HTTPRequest: CustomReflectable {
    public var customMirror: Mirror {
        let headers = policies.redaction.redact(headers)
        return Mirror(self, children: ["headers": headers, "bodyLength": body?.length ?? 0, "timeout": timeout], displayStyle: .struct)
    }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// `200 OK, 610 bytes`.
    public var description: String { "\(status), \(body.count) bytes" }
    public var customMirror: Mirror { Mirror(self, children: ["headers": headers], displayStyle: .struct) }
}

extension Route: CustomStringConvertible, CustomReflectable {
    /// `GET path?query`, with what ``Redaction/standard`` names hidden.
    public var description: String {
        let base = baseURL.map { Redaction.standard.redact(urlText: $0.absoluteString) + " " } ?? ""
        return "\(method) \(base)\(path)" + (query.isEmpty ? "" : "?\(query)")
    }
    public var customMirror: Mirror { Mirror(self, children: ["headers": headers], displayStyle: .struct) }
}

extension APIConfiguration: CustomStringConvertible, CustomReflectable {
    /// The base URL, with what its policies' redaction hides.
    public var description: String { policies.redaction.redact(urlText: baseURL.absoluteString) }
    public var customMirror: Mirror {
        let redaction = policies.redaction
        return Mirror(
            self,
            children: [
                "basePath": redaction.redact(path: basePath.encoded), "requestTimeout": requestTimeout, "appVersion": appVersion,
                "query": redaction.redact(query), "headers": redaction.redact(headers), "policies": policies,
            ], displayStyle: .struct)
    }
}

extension APIError.RequestSummary: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url], displayStyle: .struct) }
}

extension APIError: CustomReflectable {
    /// The fields of its response are hidden as its request hides them.
    public var customMirror: Mirror {
        let redaction = request?.redaction ?? .standard
        return Mirror(
            self,
            children: [
                "code": code, "message": message, "request": request as Any, "response": response?.description as Any,
                "headers": response.map { redaction.redact($0.headers) } as Any, "attempts": attempts, "underlying": underlying as Any,
            ], displayStyle: .struct)
    }
}
