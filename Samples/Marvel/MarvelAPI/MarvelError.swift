public import EndpointKit

/// The body of a refusal, in either of the service's two formats:
///
///     {"code": "InvalidCredentials", "message": "…"}
///     {"code": 409, "status": "…"}
///
/// Use: `error.serverError(as: MarvelError.self)` on an `APIError` of code `badStatus`.
public struct MarvelError: Error, Hashable, Sendable {
    /// The code: a word, or the digits of the status.
    public var code: Code
    public var message: String

    public struct Code: OpenEnum {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let invalidCredentials: Self = "InvalidCredentials"
        public static let missingParameter: Self = "MissingParameter"
        public static let resourceNotFound: Self = "ResourceNotFound"
        public static let requestThrottled: Self = "RequestThrottled"
    }

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
