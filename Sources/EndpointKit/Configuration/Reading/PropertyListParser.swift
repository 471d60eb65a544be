/// Reads the parts of an XML property list that settings need: dict, array, string, integer, real, true and false. Foundation's own reader
/// reports no positions.
struct PropertyListParser {
    typealias Problem = JSONParser.Problem

    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Reads the whole text; nil after an error that makes the rest unreadable.
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

extension PropertyListParser {
    func problem(_ found: String) -> Problem { Problem(index: index, found: found) }

    func unexpected(_ wanted: String) -> Problem {
        let found =
            index >= bytes.count
            ? "the end of the file" : isAt("<") ? "another tag" : "text"
        return Problem(index: index, wanted: wanted, found: found)
    }

    func isAt(_ text: StaticString) -> Bool {
        bytes[index...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func takes(_ text: StaticString) -> Bool {
        let isThere = isAt(text)
        if isThere { index += text.utf8CodeUnitCount }
        return isThere
    }

    mutating func skip(past end: StaticString) throws(Problem) {
        let start = index
        while index < bytes.count {
            if takes(end) { return }
            index += 1
        }
        index = start
        throw problem("a declaration or comment without an end")
    }

    /// Skips white space and comments.
    mutating func skipToTag() throws(Problem) {
        while index < bytes.count {
            if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) {
                index += 1
            } else if takes("<!--") {
                try skip(past: "-->")
            } else {
                return
            }
        }
    }

    /// Skips the document type. One with declarations is refused, because entities are a risk.
    mutating func skipDocumentType() throws(Problem) {
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if bytes[index] == UInt8(ascii: "[") { throw problem("a document type with its own declarations") }
            index += 1
        }
        guard takes(">") else { throw unexpected("\">\"") }
        try skipToTag()
    }

    /// Reads `<name>` or `<name/>`, and skips attributes.
    mutating func tag() throws(Problem) -> (name: String, isEmpty: Bool) {
        let start = index
        guard takes("<") else { throw unexpected("a tag") }
        let nameStart = index
        while index < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index] | 0x20) { index += 1 }
        let name = String(decoding: bytes[nameStart..<index], as: UTF8.self)
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
        guard index < bytes.count, !name.isEmpty else {
            index = start
            throw unexpected("a tag")
        }
        index += 1
        return (name, bytes[index - 2] == UInt8(ascii: "/"))
    }

    mutating func open(_ name: String) throws(Problem) {
        try skipToTag()
        let start = index
        guard case (name, false) = try tag() else {
            index = start
            throw unexpected("<\(name)>")
        }
    }

    mutating func close(_ name: String) throws(Problem) {
        try skipToTag()
        guard bytes[index...].starts(with: "</\(name)>".utf8) else { throw unexpected("</\(name)>") }
        index += name.utf8.count + 3
    }

    /// Reads text up to the next tag, and decodes its references (XML 1.0, section 4.6).
    mutating func text() throws(Problem) -> String {
        var text: [UInt8] = []
        let start = index
        while index < bytes.count {
            if takes("<![CDATA[") {
                let first = index
                try skip(past: "]]>")
                text += bytes[first..<(index - 3)]
            } else if takes("<!--") {
                try skip(past: "-->")
            } else if isAt("<") {
                break
            } else if isAt("&") {
                text += String(try reference()).utf8
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        guard let valid = String(validating: text, as: UTF8.self) else {
            index = start
            throw problem("a text that isn't UTF-8")
        }
        return valid
    }

    private mutating func reference() throws(Problem) -> Unicode.Scalar {
        let name = String(decoding: bytes[index...].dropFirst().prefix(12).prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        let scalar: Unicode.Scalar? =
            switch name {
            case "lt": "<"
            case "gt": ">"
            case "amp": "&"
            case "quot": "\""
            case "apos": "'"
            case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
            case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
            default: nil
            }
        let end = index + name.utf8.count + 1
        guard let scalar, end < bytes.count, bytes[end] == UInt8(ascii: ";") else { throw problem("an unknown reference in a text") }
        index = end + 1
        return scalar
    }
}
