import EndpointKit
import TestSupport
import Testing

/// One document that is decoded as one type by both decoders, with the same settings.
struct DecodingCase: Sendable {
    typealias Settings = @Sendable (JSONDecoder) -> Void

    let name: String
    let document: Data
    private let outcomesOf: @Sendable (Data) -> (ours: DecodedOutcome, foundations: DecodedOutcome)

    /// Reads the document as `type`.
    init<Value: Decodable & SendableMetatype>(
        _ name: String, _ document: String, _ type: Value.Type, _ settings: @escaping Settings = { _ in },
        by decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.init(name, bytes: Array(document.utf8), type, settings, by: decoder)
    }

    init<Value: Decodable & SendableMetatype>(
        _ name: String, bytes: [UInt8], _ type: Value.Type, _ settings: @escaping Settings = { _ in },
        by decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.init(name, bytes, type, settings, decoder, { $0 })
    }

    /// Reads the document as `type`. `showing` returns the relevant part of the value.
    init<Value: Decodable & SendableMetatype>(
        _ name: String, _ document: String, _ type: Value.Type, showing: @escaping @Sendable (Value) -> Any
    ) {
        self.init(name, Array(document.utf8), type, { _ in }, { JSONDecoder() }, showing)
    }

    private init<Value: Decodable & SendableMetatype>(
        _ name: String, _ bytes: [UInt8], _ type: Value.Type, _ settings: @escaping Settings,
        _ decoder: @escaping @Sendable () -> JSONDecoder, _ showing: @escaping @Sendable (Value) -> Any
    ) {
        self.name = name
        document = Data(bytes)
        outcomesOf = { document in
            let decoder = decoder()
            settings(decoder)
            let responses = ResponseDecoder(decoder)
            return (
                // Each decoder has its own document, which is released before the value is shown.
                DecodedOutcome { showing(try responses.decode(type, from: HTTPResponse(body: Data(Array(document))))) },
                DecodedOutcome { showing(try decoder.decode(type, from: Data(Array(document)))) }
            )
        }
    }

    /// Reads the document by hand, as `init(from:)` of a type does.
    init(
        _ name: String, _ document: String, _ settings: @escaping Settings = { _ in },
        reading: @escaping @Sendable (_ decoder: any Decoder, _ log: inout ReadingLog) throws -> Void
    ) {
        self.init(name, bytes: Array(document.utf8), settings, reading: reading)
    }

    init(
        _ name: String, bytes: [UInt8], _ settings: @escaping Settings = { _ in },
        reading: @escaping @Sendable (_ decoder: any Decoder, _ log: inout ReadingLog) throws -> Void
    ) {
        self.name = name
        document = Data(bytes)
        outcomesOf = { document in
            let decoder = JSONDecoder()
            settings(decoder)
            return HandRead.$reading.withValue(reading) {
                (
                    DecodedOutcome { try ResponseDecoder(decoder).decode(HandRead.self, from: HTTPResponse(body: document)) },
                    DecodedOutcome { try decoder.decode(HandRead.self, from: document) }
                )
            }
        }
    }

    func outcomes() -> (ours: DecodedOutcome, foundations: DecodedOutcome) { outcomesOf(document) }
}

/// A record of what a type observed while it decoded itself.
struct ReadingLog: Sendable {
    private(set) var lines: [String] = []

    mutating func note(_ name: String, _ value: Any) { lines.append("\(name): \(exactText(of: value))") }

    /// Records the keys. Their integers are recorded only for arrays: in our decoder, the keys of an object have none, which is an accepted
    /// difference.
    mutating func note(_ name: String, path: [any CodingKey]) {
        note(name, path.map { [$0.stringValue, $0.stringValue.hasPrefix("Index ") ? $0.intValue.map { "\($0)" } ?? "" : ""] })
    }

    /// Records the value or the error, and continues.
    mutating func attempt(_ name: String, _ body: () throws -> Any) { lines.append("\(name): \(DecodedOutcome(body))") }
}

/// Decodes itself with the case's closure.
struct HandRead: Decodable {
    @TaskLocal static var reading: @Sendable (_ decoder: any Decoder, _ log: inout ReadingLog) throws -> Void = { _, _ in }

    let lines: [String]

    init(from decoder: any Decoder) throws {
        var log = ReadingLog()
        try Self.reading(decoder, &log)
        lines = log.lines
    }
}

/// Holds a value of any type below the top level, where a ``ResponseDecoder`` decodes `Data`, `String` and `JSON` like every other type.
struct OneMember<Value: Decodable>: Decodable {
    var a: Value
}

/// A value, or the error that it caused.
struct Tried<Value: Decodable>: Decodable {
    let outcome: DecodedOutcome

    init(from decoder: any Decoder) throws { outcome = DecodedOutcome { try decoder.singleValueContainer().decode(Value.self) } }
}
