import EndpointKit

/// A JSON value as it was written, but for white space, the escapes of texts, and the order of an object's members. Two are equal if their
/// texts have the same Unicode scalars and their numbers the same characters, so that `0.1` is not `0.10`, nor is "é" of one scalar that of two.
indirect enum ExactJSON: Hashable, Sendable {
    /// A number, or a literal such as `null`.
    case word(String)
    case string(ExactText)
    case array([ExactJSON])
    /// By key. A key may be there twice: its members keep their order.
    case object([Member])

    struct Member: Hashable, Sendable {
        var key: ExactText
        var value: ExactJSON
    }

    /// nil for what isn't valid JSON.
    init?(parsing text: [UInt8]) {
        let value = text.withUnsafeBufferPointer { bytes in
            JSONTape.reading(bytes) { tape in tape.failure == nil ? try? ExactJSON(tape, at: 0) : nil }
        }
        guard let value else { return nil }
        self = value
    }

    private init(_ tape: JSONTape, at value: JSONTape.Slot) throws(JSONTape.Problem) {
        switch tape.kind(of: value) {
        case .string: self = .string(ExactText(try tape.string(at: value)))
        case .array:
            var elements: [ExactJSON] = []
            try tape.forEachElement(of: value) { (element) throws(JSONTape.Problem) in elements.append(try ExactJSON(tape, at: element)) }
            self = .array(elements)
        case .object:
            var members: [Member] = []
            try tape.forEachMember(of: value) { (key, member) throws(JSONTape.Problem) in
                members.append(Member(key: ExactText(try tape.string(at: key)), value: try ExactJSON(tape, at: member)))
            }
            // Swift's sort keeps the order of equal elements, but doesn't promise it.
            let order = members.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
            self = .object(order.map(\.element))
        case .null, .bool, .number, .word: self = .word(tape.characters(at: value))
        }
    }
}

extension ExactJSON: CustomStringConvertible {
    /// One line of JSON.
    var description: String {
        switch self {
        case .word(let text): text
        case .string(let text): JSON.string(text.text).description
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(JSON.string($0.key.text)):\($0.value)" }.joined(separator: ","))}"
        }
    }
}
