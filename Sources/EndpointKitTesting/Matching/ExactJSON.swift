package import EndpointKit

/// A JSON value as it was written, except for white space and the order of an object's members: `0.1` isn't equal to `0.10`, `"\u00e9"` isn't
/// equal to `"é"`, and an "é" of one Unicode scalar isn't equal to an "é" of two.
package indirect enum ExactJSON: Hashable, Sendable {
    /// A number, or a literal such as `null`.
    case word(String)
    /// The text between the quotes.
    case string(ExactText)
    case array([ExactJSON])
    /// Sorted by key. If a key occurs twice, its members keep their order.
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var key: ExactText
        package var value: ExactJSON
    }

    /// Whether a body begins like an object or an array.
    package static func mayBegin(_ body: some Sequence<UInt8>) -> Bool {
        body.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
    }

    /// nil if the text isn't valid JSON.
    package init?(parsing text: [UInt8]) {
        let value = text.withUnsafeBufferPointer { bytes in
            JSONTape.reading(bytes) { tape in tape.failure == nil ? try? ExactJSON(tape, at: 0) : nil }
        }
        guard let value else { return nil }
        self = value
    }

    private init(_ tape: JSONTape, at value: JSONTape.Slot) throws(JSONTape.Problem) {
        switch tape.kind(of: value) {
        case .string: self = .string(ExactText(try tape.spelling(at: value)))
        case .array:
            var elements: [ExactJSON] = []
            try tape.forEachElement(of: value) { (element) throws(JSONTape.Problem) in elements.append(try ExactJSON(tape, at: element)) }
            self = .array(elements)
        case .object:
            var members: [Member] = []
            try tape.forEachMember(of: value) { (key, member) throws(JSONTape.Problem) in
                members.append(Member(key: ExactText(try tape.spelling(at: key)), value: try ExactJSON(tape, at: member)))
            }
            // Swift's sort keeps the order of equal elements, but doesn't guarantee it.
            let order = members.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
            self = .object(order.map(\.element))
        case .null, .bool, .number, .word: self = .word(tape.characters(at: value))
        }
    }
}

extension ExactJSON: CustomStringConvertible {
    /// The JSON on one line.
    package var description: String {
        switch self {
        case .word(let text): text
        case .string(let text): "\"\(text.text)\""
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\"\($0.key.text)\":\($0.value)" }.joined(separator: ","))}"
        }
    }
}
