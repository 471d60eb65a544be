internal import EndpointHTTP

/// A path template, such as `/pets/{id}/photos`.
struct PathTemplate: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        case name(String)
    }
    let parts: [Part]

    init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
            parts.append(.name(String(rest[..<close].after(open))))
            rest = rest.after(close)
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        self.parts = parts
    }

    /// The names of its values, without duplicates.
    var names: [String] {
        var names: [String] = []
        for case .name(let name) in parts where !names.contains(name) { names.append(name) }
        return names
    }
}
