import EndpointKit
import Foundation

/// The result of decoding a document, in a form that can be compared.
public enum DecodedOutcome: Equatable, Sendable, CustomStringConvertible {
    /// The value in the form of ``exactText(of:)``.
    case value(String)
    case failure(DecodingFailure)

    public init(_ body: () throws -> Any) {
        do { self = .value(exactText(of: try body())) } catch { self = .failure(DecodingFailure(error)) }
    }

    public var description: String {
        switch self {
        case .value(let text): text
        case .failure(let failure): "failure: \(failure)"
        }
    }
}

/// The kind and the path of a decoder's error.
public struct DecodingFailure: Equatable, Sendable, CustomStringConvertible {
    /// The case of a `DecodingError`; for another error, its type.
    public let kind: String
    /// The key that isn't found.
    public let missing: String?
    /// The keys, as ``exactText(ofText:)`` describes them; empty for corrupted data, for which JSONDecoder usually has no path.
    public let path: [String]

    public init(_ error: any Error) {
        switch (error as? APIError)?.underlying ?? error {
        case DecodingError.typeMismatch(_, let context): self.init("typeMismatch", context.codingPath)
        case DecodingError.valueNotFound(_, let context): self.init("valueNotFound", context.codingPath)
        case DecodingError.keyNotFound(let key, let context):
            self.init("keyNotFound", context.codingPath, missing: key.stringValue)
        case DecodingError.dataCorrupted: self.init("dataCorrupted", [])
        // JSONDecoder turns its own error for invalid text and numbers into "data corrupted" when it has left every type.
        case let other where "\(type(of: other))" == "JSONError": self.init("dataCorrupted", [])
        case let other: self.init("\(type(of: other))", [])
        }
    }

    private init(_ kind: String, _ path: [any CodingKey], missing: String? = nil) {
        self.kind = kind
        self.missing = missing.map { exactText(ofText: $0) }
        // The type and the document may spell a key differently, and a path may contain either spelling.
        self.path = path.map { exactText(ofText: $0.stringValue.precomposedStringWithCanonicalMapping) }
    }

    public var description: String { "\(kind)\(missing.map { " of \($0)" } ?? "") at [\(path.joined(separator: ", "))]" }
}
