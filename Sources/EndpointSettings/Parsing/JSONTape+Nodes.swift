// Reads settings as JSON: every value keeps its position, a repeated key is an error, and the reader continues after an error if it can, so
// that all errors are reported together.
extension ConfigurationNode {
    /// Reads the whole text; nil after an error that makes the rest unreadable.
    static func reading(_ text: [UInt8], _ problems: inout [JSONTape.Problem]) -> ConfigurationNode? {
        text.withUnsafeBufferPointer { text in
            JSONTape.reading(text, isLenient: true) { tape in
                var found: [JSONTape.Problem] = []
                var node: ConfigurationNode?
                do throws(JSONTape.Problem) {
                    if !tape.isEmpty { node = try tape.node(at: 0, &found) }
                } catch {
                    found.append(error)
                    node = nil
                }
                // An invalid word is reported through its node.
                let failure = tape.failure
                found += tape.problems.filter { problem in !found.contains { $0.offset == problem.offset } }
                found.sort { $0.offset < $1.offset }
                problems += found + [failure].compactMap(\.self)
                return failure == nil ? node : nil
            }
        }
    }
}

extension ConfigurationNode {
    /// Reads JSON from an environment variable; nil if the text has a problem.
    static func reading(_ text: String) -> ConfigurationNode? {
        var problems: [JSONTape.Problem] = []
        let node = reading(Array(text.utf8), &problems)
        return problems.isEmpty ? node : nil
    }
}

extension JSONTape {
    fileprivate func node(at index: Slot, _ problems: inout [Problem]) throws(Problem) -> ConfigurationNode {
        let start = offset(of: index)
        if problems.count >= Self.problemLimit {
            throw Problem(offset: start, wanted: "valid JSON", found: "more mistakes than are listed")
        }
        switch kind(of: index) {
        case .null: return ConfigurationNode(.null, at: start)
        case .bool: return ConfigurationNode(.bool(isTrue(index)), at: start)
        case .number:
            let number = ConfigurationNode.Number(value: try self.number(at: index), text: characters(at: index))
            return ConfigurationNode(.number(number), at: start)
        case .string: return ConfigurationNode(.text(try string(at: index)), at: start)
        case .word:
            let word = characters(at: index)
            problems.append(
                Problem(offset: start, wanted: "a value", found: Self.kind(of: word), suggestion: Self.suggestion(for: word)))
            return ConfigurationNode(.unreadable, at: start)
        case .array:
            var elements: [ConfigurationNode] = []
            try forEachElement(of: index) { (element) throws(Problem) in elements.append(try node(at: element, &problems)) }
            return ConfigurationNode(.list(elements), at: start)
        case .object:
            var members: [ConfigurationNode.Member] = []
            var names: Set<ExactText> = []
            try forEachMember(of: index) { (key, member) throws(Problem) in
                let name = try string(at: key)
                let value = try node(at: member, &problems)
                if names.insert(ExactText(name)).inserted {
                    members.append(ConfigurationNode.Member(name: name, offset: offset(of: key), value: value))
                } else {
                    let found = "\(ConfigurationNode.quotedKey(name)) again"
                    problems.append(Problem(offset: offset(of: key), wanted: "each key once", found: found))
                }
            }
            return ConfigurationNode(.object(members), at: start)
        }
    }

    /// The kind of the word, for a message that may not show the word itself.
    private static func kind(of word: String) -> String {
        let number = word.trimmingPrefix("-")
        if number.hasPrefix("0x") || number.hasPrefix("0X") { return "a number that isn't decimal" }
        let isNumber = number.utf8.allSatisfy { "0123456789.eE+-_".utf8.contains($0) } && number.utf8.first?.isDigit == true
        if !isNumber { return "a word without quotes" }
        return number.contains("_")
            ? "a number with an underscore" : number.hasPrefix("0") ? "a number with a leading zero" : "a malformed number"
    }

    private static func suggestion(for word: String) -> String? {
        switch word.lowercased() {
        case "true", "yes", "on": "true"
        case "false", "no", "off": "false"
        case "null", "none", "nil", "undefined": "null"
        // Shows only words that can't be secrets.
        default: ConfigurationNode.isAmount(word) ? "\"\(word)\"" : nil
        }
    }
}
