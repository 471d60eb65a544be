// `dump`, debuggers and test failures show mirrors, so mirrors contain no more than the descriptions.

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    /// One `Name: value` per line, redacted by ``Redaction/standard``.
    public var description: String { Redaction.standard.redact(self).joined(separator: "\n") }
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: fields.map(\.description), displayStyle: .collection) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomReflectable {
    /// `Name: value`, redacted by ``Redaction/standard``.
    public var description: String { Redaction.standard.redact(self) }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Query: CustomStringConvertible, CustomReflectable {
    /// The query as it goes on the wire, redacted by ``Redaction/standard``.
    public var description: String { Redaction.standard.redact(self) }
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: map(\.description), displayStyle: .collection) }
}

extension Query.Item: CustomStringConvertible, CustomReflectable {
    /// `name=value`, decoded and redacted by ``Redaction/standard``.
    public var description: String { Redaction.standard.redact(self) }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// `200 OK, 610 bytes`.
    public var description: String { "\(status), \(body.count) bytes" }
    public var customMirror: Mirror { Mirror(self, children: ["headers": headers], displayStyle: .struct) }
}

extension Path: CustomStringConvertible, CustomReflectable {
    /// The path, redacted by ``Redaction/standard``. ``encoded`` is the text that goes on the wire.
    public var description: String { Redaction.standard.redact(self) }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
