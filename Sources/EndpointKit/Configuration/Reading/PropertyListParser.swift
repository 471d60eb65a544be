/// Reads a property list in XML as far as settings need it: dict, array, string, integer, real, true and false. Foundation's own reader
/// tells no places.
struct PropertyListParser {
    typealias Problem = JSONParser.Problem

    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// nil where the rest made no sense.
    mutating func settings(_ problems: inout [Problem]) -> ConfigurationNode? {
        do throws(Problem) {
            try skipToTag()
            if takes("<?xml") { try skip(past: "?>") }
            try skipToTag()
            if takes("<!DOCTYPE") { try skipDocumentType() }
            try open("plist")
            let node = try value(depth: 0, &problems)
            try close("plist")
            try skipToTag()
            if index < bytes.count { throw unexpected("the end of the file") }
            return node
        } catch {
            problems.append(error)
            return nil
        }
    }

    private mutating func value(depth: Int, _ problems: inout [Problem]) throws(Problem) -> ConfigurationNode {
        try skipToTag()
        let start = index
        if depth > JSON.depthLimit { throw problem("arrays and dictionaries more than \(JSON.depthLimit) deep") }
        if isAt("</") { throw unexpected("a value") }
        let (name, isEmpty) = try tag()
        let content: ConfigurationNode.Content
        switch name {
        case "true", "false":
            if !isEmpty { try close(name) }
            return ConfigurationNode(.bool(name == "true"), at: start)
        case "dict": content = .object(isEmpty ? [] : try members(depth: depth, &problems))
        case "array": content = .list(isEmpty ? [] : try elements(depth: depth, &problems))
        case "string": content = .text(isEmpty ? "" : try text())
        case "integer", "real": content = try number(isEmpty ? "" : try text(), at: start, &problems)
        case "date", "data":
            if !isEmpty { _ = try text() }
            problems.append(Problem(index: start, wanted: "a text, a number, a boolean, an array or a dictionary", found: "<\(name)>"))
            content = .unreadable
        default:
            index = start
            throw unexpected("a value")
        }
        if !isEmpty { try close(name) }
        return ConfigurationNode(content, at: start)
    }

    private mutating func elements(depth: Int, _ problems: inout [Problem]) throws(Problem) -> [ConfigurationNode] {
        var elements: [ConfigurationNode] = []
        try skipToTag()
        while !isAt("</") {
            elements.append(try value(depth: depth + 1, &problems))
            try skipToTag()
        }
        return elements
    }

    private mutating func members(depth: Int, _ problems: inout [Problem]) throws(Problem) -> [ConfigurationNode.Member] {
        var members: [ConfigurationNode.Member] = []
        var names: Set<String> = []
        try skipToTag()
        while !isAt("</") {
            let start = index
            guard case ("key", false) = try tag() else {
                index = start
                throw unexpected("<key>")
            }
            let name = try text()
            try close("key")
            let value = try value(depth: depth + 1, &problems)
            if names.insert(name).inserted {
                members.append(ConfigurationNode.Member(name: name, offset: start, value: value))
            } else {
                problems.append(Problem(index: start, wanted: "each key once", found: "\(ConfigurationNode.quoted(name)) again"))
            }
            try skipToTag()
        }
        return members
    }

    private func number(_ text: String, at start: Int, _ problems: inout [Problem]) throws(Problem) -> ConfigurationNode.Content {
        if let integer = Int64(text) { return .number(.integer(integer)) }
        if let double = Double(text), double.isFinite { return .number(.double(double)) }
        problems.append(Problem(index: start, wanted: "a number", found: "something else"))
        return .unreadable
    }
}
