extension Endpoint {
    /// The label under which its calls are counted and logged: the name of its type and of its case, without associated values.
    /// `CharactersEndpoint.list`, `GetCharacter`.
    var label: String {
        let type = "\(type(of: self))"
        guard !(self is any CustomReflectable) else { return type }
        let mirror = Mirror(reflecting: self)
        guard mirror.displayStyle == .enum else { return type }
        if let name = mirror.children.first?.label { return "\(type).\(name)" }
        // A case without associated values prints its name, unless the type has its own description.
        let isOwn = self is any CustomStringConvertible || self is any CustomDebugStringConvertible || self is any TextOutputStreamable
        return isOwn ? type : "\(type).\(self)"
    }
}
