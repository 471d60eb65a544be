/// A service's error types, by status:
///
///     BadStatusDecision(decoding: [.status(429): RateLimit.self, .clientErrors: Refusal.self, .any: ProblemDetails.self])
///
/// The narrowest range that contains the status applies. If several ranges are equally narrow, the first one applies.
public struct ErrorTypes: Sendable, ExpressibleByDictionaryLiteral {
    /// A type for one status, or for several.
    public struct Statuses: Hashable, Sendable {
        let range: ClosedRange<Int>

        /// 400 to 499.
        public static let clientErrors = Statuses(range: 400...499)
        /// 500 to 599.
        public static let serverErrors = Statuses(range: 500...599)
        /// All statuses, like `default` in an OpenAPI document.
        public static let any = Statuses(range: 0...999)
        /// One status.
        public static func status(_ status: HTTPStatus) -> Statuses { Statuses(range: status.rawValue...status.rawValue) }
    }

    private let types: [(statuses: Statuses, type: any (Decodable & Error).Type)]

    /// Creates error types from pairs of statuses and a type.
    public init(dictionaryLiteral elements: (Statuses, any (Decodable & Error).Type)...) {
        types = elements.map { ($0, $1) }
    }

    subscript(status: HTTPStatus) -> (any (Decodable & Error).Type)? {
        let known = types.filter { $0.statuses.range.contains(status.rawValue) }
        return known.min { $0.statuses.range.count < $1.statuses.range.count }?.type
    }

    /// Equal for equal error types, for calls that share a run.
    var key: String { types.map { "\($0.statuses.range) \(ObjectIdentifier($0.type))" }.joined(separator: ",") }

    /// Whether the type belongs only to other statuses.
    func excludes(_ type: Any.Type, for status: HTTPStatus) -> Bool {
        types.contains { $0.type == type } && self[status] != type
    }
}

/// Decodes a service's error, unless its type belongs to other statuses.
struct ErrorTypesDecoder: BodyDecoder {
    let types: ErrorTypes
    let decoder: any BodyDecoder

    func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws -> Value {
        guard types.excludes(type, for: response.status) else { return try decoder.decode(type, from: response) }
        throw APIError(.decoding, "\(type) isn't the type of errors with status \(response.status).", response: response)
    }
}
