extension Endpoint {
    /// What calls for it are counted and logged under: the name of its type and of its case, so none of what it carries.
    /// `CharactersEndpoint.list`, `GetCharacter`.
    var label: String {
        let type = "\(type(of: self))"
        guard !(self is any CustomReflectable) else { return type }
        let mirror = Mirror(reflecting: self)
        guard mirror.displayStyle == .enum else { return type }
        if let name = mirror.children.first?.label { return "\(type).\(name)" }
        // A case that carries nothing shows its name, unless the type shows something else.
        let isOwn = self is any CustomStringConvertible || self is any CustomDebugStringConvertible || self is any TextOutputStreamable
        return isOwn ? type : "\(type).\(self)"
    }
}
