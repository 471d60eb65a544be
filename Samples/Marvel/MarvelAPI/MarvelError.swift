public import EndpointKit

/// The body of an error response, in either of the service's two formats:
///
/// ```json
/// {"code": "InvalidCredentials", "message": "…"}
/// {"code": 409, "status": "…"}
/// ```
///
/// It is the `underlying` error of an `APIError` with the code `badStatus`, whose message ends with the service's message.
public struct MarvelError: Error, Hashable, Sendable {
    /// The code: a word, or the digits of the status.
    public var code: Code
    /// The explanation, to show to people.
    public var message: String

    /// The reason for a refusal, from an open set.
    public struct Code: OpenEnum {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The keys or the hash are wrong: 401.
        public static let invalidCredentials: Self = "InvalidCredentials"
        /// A key, the timestamp or the hash is missing: 409.
        public static let missingParameter: Self = "MissingParameter"
        /// The path is unknown: 404.
        public static let resourceNotFound: Self = "ResourceNotFound"
        /// The daily quota is used up: 429.
        public static let requestThrottled: Self = "RequestThrottled"
    }

    /// A refusal as the service sends it, for tests.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

extension MarvelError: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let code = try container.decode(TextOrNumber.self, forKey: .code).wrappedValue else {
            throw DecodingError.keyNotFound(
                CodingKeys.code, .init(codingPath: container.codingPath, debugDescription: "A refusal has a code."))
        }
        self.code = Code(rawValue: code)
        message = try container.decodeIfPresent(String.self, forKey: .message) ?? container.decode(String.self, forKey: .status)
    }

    private enum CodingKeys: String, CodingKey {
        case code, message, status
    }
}

extension MarvelError: CustomStringConvertible {
    public var description: String { message }
}

extension MarvelEndpoint {
    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
        standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: MarvelError.self))
    }
}
