/// A value in a settings file, with its position.
struct ConfigurationNode: Sendable {
    enum Content: Sendable {
        case null
        case bool(Bool)
        case number(Number)
        case text(String)
        case list([ConfigurationNode])
        case object([Member])
        /// A value that could not be read, and has already been reported.
        case unreadable
    }

    /// A number with its text in the file, because a server may distinguish different spellings of the same value.
    struct Number: Sendable, CustomStringConvertible {
        var value: JSON.Number
        /// nil if the reader doesn't retain the text.
        var text: String?

        var description: String { text ?? JSON.number(value).description }
    }

    struct Member: Sendable {
        var name: String
        /// The offset of the name.
        var offset: Int
        var value: ConfigurationNode
    }

    var content: Content
    /// The offset of the first byte.
    var offset: Int

    init(_ content: Content, at offset: Int) {
        self.content = content
        self.offset = offset
    }
}

extension ConfigurationNode {
    /// The kind of the value, for a message that may not show the value itself.
    var kind: String {
        switch content {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .text(let text): text.isEmpty ? "an empty string" : "a string"
        case .list: "a list"
        case .object: "an object"
        case .unreadable: "an unreadable value"
        }
    }

    /// The characters of a string or a number.
    var text: String? {
        switch content {
        case .text(let text): text
        case .number(let number): number.text
        default: nil
        }
    }

    /// The value as shown in a message, if its form shows that it isn't a secret; otherwise its length or its kind.
    var excerpt: String {
        switch content {
        case .bool(let value): "\(value)"
        case .number(let number) where number.description.isPlainValue: number.description
        case .text(let text): Self.shown(value: text)
        default: kind
        }
    }

    private static func shown(value: String) -> String {
        value.isPlainValue || isAmount(value) ? quoted(value) : value.shownLength
    }

    /// The text that a message shows for a URL. The URL is shown only if each part of its host and its path is plain.
    static func shown(url: String) -> String { isPlain(url: url) ? quoted(url) : url.shownLength }

    static func isPlain(url: String) -> Bool {
        url.unicodeScalars.split { ":/.-".unicodeScalars.contains($0) }.allSatisfy { String($0).isPlainValue }
    }

    /// Whether the text is a duration or a size with no more digits than a plain number may have.
    static func isAmount(_ text: String) -> Bool {
        hasFewDigits(text) && (Duration(configurationText: text) != nil || ByteCount(text) != nil)
    }

    /// Whether a suggestion made from a value has no more digits than a plain number may have.
    static func hasFewDigits(_ text: String) -> Bool { text.utf8.count { (0x30...0x39).contains($0) } <= 10 }

    /// The text in quotes on one line, truncated if it is long.
    static func quoted(_ text: String) -> String {
        let text = redacted(text)
        return text.count > 60 ? JSON.string(text.prefix(60) + "…").description : JSON.string(text).description
    }

    /// A name or a path may be a URL.
    private static func redacted(_ text: String) -> String {
        text.contains("@") || text.contains("?") ? Redaction.standard.redact(urlText: text) : text
    }

    /// A key as shown in a message. A key made of words is shown up to a colon, an equals sign or a space, because a credential may follow if
    /// a name and its value were written as one text. For any other key, only the length is shown, because it may itself be the credential.
    static func shown(key: String) -> String {
        let name = key.upTo { ":= \t".unicodeScalars.contains($0) }
        return isPlain(key: name) ? name + (name.endIndex == key.endIndex ? "" : "…") : key.shownLength
    }

    /// The same in quotes, unless only the length is shown.
    static func quotedKey(_ key: String) -> String {
        isPlain(key: key.upTo { ":= \t".unicodeScalars.contains($0) }) ? quoted(shown(key: key)) : key.shownLength
    }

    private static func isPlain(key: Substring) -> Bool {
        key.isEmpty || HTTPRequest.framingNames.contains { $0.equalsIgnoringASCIICase(String(key)) }
            || key.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
                !$0.unicodeScalars.contains { $0.properties.numericType != nil } && $0.isPlainValue
            }
    }

    /// Whether the text is clearly the name of a variable: words of capital letters separated by `_`, each ending in a few digits at most.
    static func isPlain(variable: String) -> Bool {
        variable.utf8.count <= 64 && variable.utf8.count { (0x30...0x39).contains($0) } <= 4 && !variable.isEmpty
            && variable.utf8.first?.isDigit == false
            && variable.split(separator: "_").allSatisfy { part in
                let digits = part.unicodeScalars.drop { ("A"..."Z").contains($0) }
                return part.unicodeScalars.count - digits.count <= 20 && digits.allSatisfy { ("0"..."9").contains($0) }
            }
    }

    /// The path of a file in quotes. If there is no such file, the text is shown only if it is clearly a path. For any other text, only the
    /// length is shown, because it may be the secret itself.
    static func quotedPath(_ path: String) -> String {
        var end = path.startIndex
        while end < path.endIndex {
            let next = path[end...].firstRange(of: "/")?.upperBound ?? path.endIndex
            guard FileSystem.canonicalPath(String(path[..<next])) != nil else { break }
            end = next
        }
        let missing = path[end...]
        let shown = missing.split(separator: "/").allSatisfy(isPlain(component:)) ? String(missing) : missing.shownLength
        // The name at the end is what the reader of the message needs.
        return JSON.string(redacted(String(path[..<end]) + shown)).description
    }

    /// Whether it is a word of letters, perhaps with an extension. If it has an extension, other words and short numbers may precede it.
    private static func isPlain(component: Substring) -> Bool {
        guard let dot = component.lastIndex(of: "."), dot > component.startIndex else { return isPlain(key: component) }
        let end = component[dot...].trimmingPrefix(".")
        return end.utf8.count <= 8 && end.unicodeScalars.allSatisfy(\.properties.isAlphabetic) && component.utf8.count <= 60
            && component[..<dot].unicodeScalars.split { "-_. ".unicodeScalars.contains($0) }.allSatisfy {
                $0.allSatisfy(\.properties.isAlphabetic) || $0.count <= 4 && $0.allSatisfy { $0.properties.numericType != nil }
            }
    }
}

extension String {
    /// The text before the first scalar that satisfies a condition, with an ellipsis in place of the rest.
    func cut(at isEnd: (Unicode.Scalar) -> Bool) -> String { unicodeScalars.firstIndex(where: isEnd).map { self[..<$0] + "…" } ?? self }
}

extension ConfigurationNode {
    /// A value that was read without positions, all at one offset.
    init(json: JSON, at offset: Int) {
        let content: Content =
            switch json {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let number): .number(Number(value: number))
            case .string(let text): .text(text)
            case .array(let elements): .list(elements.map { ConfigurationNode(json: $0, at: offset) })
            case .object(let object):
                .object(object.map { Member(name: $0.key, offset: offset, value: ConfigurationNode(json: $0.value, at: offset)) })
            }
        self.init(content, at: offset)
    }
}
