internal import Synchronization

/// The text that a `JSONDecoder` reads, as JSON: a `JSON` inside another type is taken out of it. A decoder would tell the kind of a value
/// only by errors, and lose members whose keys are equal as texts of Swift.
///
/// It belongs to one decoder, which reads one text at a time.
package final class JSONDocument: @unchecked Sendable {
    package static let key = CodingUserInfoKey(rawValue: "EndpointKit.JSONDocument")

    private var text: Data?
    // Read when the first value is asked for; nil in it if the parser doesn't take the text as the decoder does.
    private var root: JSON??

    package init() {}

    /// Calls `body` while the document is `text`.
    package func reading<Value>(_ text: Data, _ body: () throws -> Value) rethrows -> Value {
        self.text = text
        defer { (self.text, root) = (nil, nil) }
        return try body()
    }

    /// The value at which `decoder` stands; nil if the decoder reads no document, or its path doesn't lead to a value. Throws where a
    /// ``Demand`` waits for the first value.
    static func value(at decoder: any Decoder) throws -> JSON? {
        if let demand = Demand.current { throw demand.raised(at: decoder) }
        guard let key, let document = decoder.userInfo[key] as? JSONDocument,
            // The path of a decoder around it may begin anywhere.
            ObjectIdentifier(type(of: decoder)) == foundationsDecoder
        else { return nil }
        var value = document.parsed
        for key in decoder.codingPath {
            switch value {
            case .object(let object): value = object[key.stringValue]
            case .array: value = key.intValue.flatMap { value?[$0] }
            default: return nil
            }
        }
        return value
    }

    private var parsed: JSON? {
        if let root { return root }
        guard let text else { return nil }
        var parser = JSONParser(bytes: [UInt8](text))
        let value = try? parser.document()
        // The decoder may have chosen another of two members.
        let taken = parser.hasDuplicateKeys ? nil : value
        root = .some(taken)
        return taken
    }

    private static let foundationsDecoder = try? JSONDecoder().decode(DecoderType.self, from: Data("0".utf8)).type
}

extension JSONDocument {
    /// Tells whether a decoder meets a `JSON` inside another type at all: a document is a cost for types without one.
    package final class Demand: Sendable {
        @TaskLocal fileprivate static var current: Demand?

        private let raised = Atomic(false)

        package init() {}

        package var isRaised: Bool { raised.load(ordering: .relaxed) }

        /// Calls `body`, in which the first `JSON` inside another type raises the demand and fails.
        package func waiting<Value>(_ body: () throws -> Value) rethrows -> Value { try Self.$current.withValue(self, operation: body) }

        fileprivate func raised(at decoder: any Decoder) -> DecodingError {
            raised.store(true, ordering: .relaxed)
            return .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "JSON needs a document."))
        }
    }
}

private struct DecoderType: Decodable {
    let type: ObjectIdentifier

    init(from decoder: any Decoder) { type = ObjectIdentifier(Swift.type(of: decoder)) }
}
