// What a request carries may hold a password under any name, or none: a body shows what it is, and not what is in it.

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
    /// The value's type.
    public var description: String { "\(Value.self) as JSON" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension MultipartBody.Part: CustomStringConvertible, CustomReflectable {
    /// Its name, and a file's.
    public var description: String { name + (filename.map { " (\($0))" } ?? "") }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
