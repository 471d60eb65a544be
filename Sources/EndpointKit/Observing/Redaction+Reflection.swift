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
        let headers = redaction.redact(redaction.redactedHeaders(of: self))
        return Mirror(self, children: ["headers": headers, "bodyLength": body?.length ?? 0, "timeout": timeout], displayStyle: .struct)
    }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// `200 OK, 610 bytes`.
    public var description: String { "\(status), \(body.count) bytes" }
    public var customMirror: Mirror { Mirror(self, children: ["headers": headers], displayStyle: .struct) }
}

extension HTTPResponseStream: CustomStringConvertible, CustomReflectable {
    /// `200 OK`.
    public var description: String { "\(status)" }
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

extension ProxyPolicy: CustomStringConvertible, CustomReflectable {
    /// `environment`, `direct`, or the proxy's URL without user and password.
    public var description: String {
        switch self {
        case .environment: "environment"
        case .direct: "direct"
        case .url(let url, _, _): Redaction.standard.redact(urlText: url.absoluteString)
        }
    }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Call: CustomStringConvertible, CustomReflectable {
    /// The type of what it is made for.
    public var description: String { "call of \(type(of: plan.endpoint.subject))" }
    // An endpoint may carry anything.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension APIClient: CustomReflectable {
    /// Where it sends what, and by which adapters: not what they add.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "origin": core.builder.origin as Any, "transport": core.transport, "policies": core.policies,
                "adapters": core.adapters.map { "\(type(of: $0.adapter))" },
                "authentication": core.authentication.map { "\(type(of: $0.adapter))" } as Any,
                "decisions": core.decisions.map { "\(type(of: $0))" },
            ])
    }
}
