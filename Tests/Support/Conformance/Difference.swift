public import EndpointKit
import Foundation

/// An intended difference from Foundation's decoder.
public struct Difference: Sendable {
    public let name: String
    public let reason: String
    private let isExplained: @Sendable (_ name: String?, _ document: Data, _ ours: DecodedOutcome) -> Bool

    public static let accepted: [Difference] = [
        Difference(
            "what isn't JSON",
            """
            A trailing comma, a malformed number, a control character or an unknown escape in a text: by RFC 8259 the document is no JSON.
            JSONDecoder takes the first, and the others in members that nobody reads.
            """
        ) { _, document, ours in
            guard case .failure(let failure) = ours, failure.kind == "dataCorrupted" else { return false }
            return isMalformed(document)
        },
        Difference(
            "zero with an exponent", "JSONDecoder refuses some spellings of zero, such as 0e7, as too small for a Double."
        ) { _, document, _ in numbers(in: document).contains { Double($0) == 0 } },
        Difference(
            "integers beyond 2^53 with a fraction or an exponent",
            "JSONDecoder cuts 9007199254740993.5 to an integer, and refuses -9223372036854775808e0 and 1e25 as Int128, which fit."
        ) { _, document, _ in numbers(in: document).contains { Double($0).map { $0.magnitude >= 0x1p53 } ?? false } },
        Difference(
            "the path of what can't be decoded", "JSONDecoder gives no path for a number that doesn't fit, which a type may show.",
            of: [#"property wrappers {"id": "x", "prices": [1e400, 1]}"#]),
        Difference(
            "keys made of a number in paths",
            "JSONDecoder gives the key that was asked for, we one of its type from the text, which may leave its number out.",
            of: ["a key with a number in a path"]),
    ]

    private init(
        _ name: String, _ reason: String,
        _ isExplained: @escaping @Sendable (_ name: String?, _ document: Data, _ ours: DecodedOutcome) -> Bool
    ) {
        self.name = name
        self.reason = reason
        self.isExplained = isExplained
    }

    /// Explains the table's cases with these names.
    private init(_ name: String, _ reason: String, of cases: [String]) {
        self.init(name, reason) { name, _, _ in name.map(cases.contains) ?? false }
    }

    /// Whether this difference explains why a document is decoded differently. `name` is nil for a random document.
    public func explains(_ name: String?, _ document: Data, ours: DecodedOutcome) -> Bool { isExplained(name, document, ours) }

    /// The document's bytes if its text is ASCII: in UTF-16 and UTF-32, zeros surround the characters.
    private static func ascii(_ document: Data) -> Data { document.filter { $0 != 0 } }

    /// The numbers that have a fraction or an exponent.
    private static func numbers(in document: Data) -> [Substring] {
        String(decoding: ascii(document), as: UTF8.self).split { !"+-.0123456789eE".contains($0) }.filter {
            $0.contains { ".eE".contains($0) }
        }
    }

    /// Whether the document isn't valid JSON. Foundation decides this if it reads every value of the document.
    private static func isMalformed(_ document: Data) -> Bool {
        if (try? JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed)) == nil { return true }
        var isAfterComma = false
        for byte in ascii(document) where ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            if isAfterComma, byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { return true }
            isAfterComma = byte == UInt8(ascii: ",")
        }
        return false
    }
}
