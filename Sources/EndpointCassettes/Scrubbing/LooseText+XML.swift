import EndpointKit

// XML, including names that stand next to their values, as in property lists and XML-RPC.
extension LooseText {
    /// A name and its value next to each other: `<key>token</key><string>…</string>`, `<param name="token" value="…"/>`.
    struct Pair {
        let name: Range<Int>
        /// The values of the tag's attributes, except the attribute that contains the name.
        var values: [(name: Range<Int>, text: Range<Int>, isOfName: Bool)] = []
        var hasValue = false
        var isTag = false

        func isHidden(_ value: (name: Range<Int>, text: Range<Int>, isOfName: Bool), by hides: (Range<Int>) -> Bool) -> Bool {
            hides(value.isOfName ? name : value.name)
        }
    }

    /// The pair that begins with the element of this name. The search continues after the pair.
    mutating func pair(at element: Range<Int>) -> Pair? {
        guard isElement(element) else { return nil }
        let isNaming = isAny(of: ["name", "key"], element)
        if isNaming, byte(at: element.upperBound) == UInt8(ascii: ">") {
            let start = element.upperBound + 1
            let end = endOfName(start)
            guard isAt("</", end), let tagEnd = bytes[end...].prefix(element.count + 3).firstIndex(of: UInt8(ascii: ">")),
                valueElement(at: tagEnd + 1) != nil
            else { return nil }
            index = tagEnd + 1
            return Pair(name: start..<end)
        }
        return pair(inTag: element)
    }

    private mutating func pair(inTag element: Range<Int>) -> Pair? {
        var next = element.upperBound
        var attributes: [(name: Range<Int>, text: Range<Int>, isOfName: Bool)] = []
        while let byte = byte(at: next), byte != UInt8(ascii: ">") {
            if byte == UInt8(ascii: "<") { return nil }
            let end = endOfName(next)
            guard end > next else {
                next += 1
                continue
            }
            let name = next..<end
            next = end
            guard isAt("=", end), let quote = self.byte(at: end + 1), Self.isQuote(quote) else { continue }
            // No attribute contains "<", so each byte is read only once.
            let text = bytes[(end + 2)...].prefix { $0 != quote && $0 != UInt8(ascii: "<") }
            guard self.byte(at: text.endIndex) == quote else { return nil }
            attributes.append((name, text.indices, isAny(of: ["value"], name)))
            next = text.endIndex + 1
        }
        guard next < bytes.count, let name = attributes.firstIndex(where: { isAny(of: ["name", "key"], $0.name) }) else { return nil }
        var pair = Pair(name: attributes[name].text)
        pair.hasValue = attributes.contains { $0.isOfName }
        // A key without a value may itself be a secret.
        let isClosed = bytes[next - 1] == UInt8(ascii: "/")
        if !pair.hasValue, isClosed { return nil }
        attributes.remove(at: name)
        pair.values = attributes
        pair.isTag = true
        index = next + 1
        return pair
    }

    /// The content after the name of a pair: an element, a CDATA section or text.
    mutating func contentAfterName() -> Range<Int>? {
        if let element = valueElement(at: index) {
            index = element.upperBound
            return value(after: element)
        }
        let end =
            isAt("<![CDATA[", index)
            ? bytes[index...].firstRange(of: "]]>".utf8)?.upperBound : bytes[index...].firstIndex(of: UInt8(ascii: "<"))
        let content = index..<(end ?? bytes.count)
        index = content.upperBound
        return content.isEmpty ? nil : content
    }

    /// The name of the element at this position, after white space and comments, if such elements contain values in property lists or
    /// XML-RPC.
    private mutating func valueElement(at start: Int) -> Range<Int>? {
        var start = afterLines(start)
        while isAt("<!--", start), lookAhead > 0 {
            let end = bytes[start...].firstRange(of: "-->".utf8)?.upperBound ?? bytes.count
            lookAhead -= end - start
            start = afterLines(end)
        }
        guard byte(at: start) == UInt8(ascii: "<") else { return nil }
        let name = (start + 1)..<endOfName(start + 1)
        return isAny(of: ["value", "string", "data", "integer", "real", "date", "array", "dict", "true", "false"], name) ? name : nil
    }

    private func isAny(of names: [String], _ name: Range<Int>) -> Bool {
        name.count < 10 && names.contains(String(decoding: bytes[name], as: UTF8.self).lowercased())
    }

    /// Whether `<` or `<prefix:` precedes the name.
    func isElement(_ name: Range<Int>) -> Bool { byte(at: qualified(name).lowerBound - 1) == UInt8(ascii: "<") }

    /// The name with its prefix.
    private func qualified(_ name: Range<Int>) -> Range<Int> {
        var start = name.lowerBound
        if byte(at: start - 1) == UInt8(ascii: ":") {
            start -= 1
            while let byte = byte(at: start - 1), Self.isName(byte) { start -= 1 }
        }
        return start..<name.upperBound
    }

    /// Whether the name in a tag is the element's. In HTML, a name may be in capitals.
    private func isTag(of element: Range<Int>, _ start: Int) -> Bool {
        let end = start + element.count
        if byte(at: end).map({ Self.isName($0) || $0 == UInt8(ascii: ":") }) ?? true { return false }
        return zip(bytes[element], bytes[start..<end]).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }

    /// The content of an element up to its end tag, so that nested elements are also hidden.
    func content(of name: Range<Int>) -> Range<Int>? {
        // An unclosed tag, or an element without an end tag, hides the rest.
        let tagEnd = bytes[name.upperBound...].firstIndex { "<>".utf8.contains($0) } ?? bytes.count
        guard byte(at: tagEnd) == UInt8(ascii: ">") else { return name.upperBound..<tagEnd }
        if bytes[tagEnd - 1] == UInt8(ascii: "/") { return nil }
        let element = qualified(name)
        var depth = 1
        var search = tagEnd + 1
        while let start = bytes[search...].firstIndex(of: UInt8(ascii: "<")) {
            search = start + 1
            if let (_, end) = [("<![CDATA[", "]]>"), ("<!--", "-->")].first(where: { isAt($0.0, start) }) {
                guard let end = bytes[search...].firstRange(of: end.utf8) else { break }
                search = end.upperBound
            } else if isAt("/", search), isTag(of: element, search + 1) {
                depth -= 1
                if depth == 0 { return (tagEnd + 1)..<start }
            } else if isTag(of: element, search) {
                search = bytes[search...].firstIndex { "<>".utf8.contains($0) } ?? bytes.count
                if bytes[search - 1] != UInt8(ascii: "/") { depth += 1 }
            }
        }
        return (tagEnd + 1)..<bytes.count
    }
}
