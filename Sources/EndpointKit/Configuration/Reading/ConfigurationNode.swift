/// A value in a settings file, with its position.
struct ConfigurationNode: Sendable {
    enum Content: Sendable {
        case null
        case bool(Bool)
        case number(JSON.Number)
        case text(String)
        case list([ConfigurationNode])
        case object([Member])
        /// A value that could not be read, and is reported already.
        case unreadable
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
    /// The kind of the value, for a message that may not show the value.
    var kind: String {
        switch content {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .text(let text): text.isEmpty ? "an empty text" : "a text"
        case .list: "a list"
        case .object: "an object"
        case .unreadable: "an unreadable value"
        }
    }

    /// The value for a message if it is short, or else its kind.
    var excerpt: String {
        switch content {
        case .bool(let value): "\(value)"
        case .number(let number): JSON.number(number).description
        case .text(let text): Self.quoted(text)
        default: kind
        }
    }

    /// The text in quotes, in one line, with a long text cut.
    static func quoted(_ text: String) -> String {
        let text = Redaction.standard.redact(urlText: text)
        return text.count > 60 ? JSON.string(text.prefix(60) + "…").description : JSON.string(text).description
    }
}

extension ConfigurationNode {
    /// The value without positions, and with the first of several members of the same name.
    var json: JSON {
        switch content {
        case .null, .unreadable: .null
        case .bool(let value): .bool(value)
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .list(let elements): .array(elements.map(\.json))
        case .object(let members):
            .object(members.reduce(into: JSON.Object()) { if $0[$1.name] == nil { $0[$1.name] = $1.value.json } })
        }
    }

    /// A value that was read without positions, all at one offset.
    init(json: JSON, at offset: Int) {
        let content: Content =
            switch json {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let number): .number(number)
            case .string(let text): .text(text)
            case .array(let elements): .list(elements.map { ConfigurationNode(json: $0, at: offset) })
            case .object(let object):
                .object(object.map { Member(name: $0.key, offset: offset, value: ConfigurationNode(json: $0.value, at: offset)) })
            }
        self.init(content, at: offset)
    }
}
