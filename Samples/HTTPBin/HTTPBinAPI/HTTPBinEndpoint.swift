public import EndpointKit

/// The endpoints of httpbin that the sample calls.
nonisolated public enum HTTPBinEndpoint: RoutedEndpoint {
    /// Answers with the form's fields.
    case form(Query)
    /// Answers with this status, or with one of several.
    case status([HTTPStatus])
    /// Rejects requests without a token.
    case bearer
    /// Answers with the bytes of a Base64 string.
    case base64(String)
    /// Sets cookies, and redirects to a response with all of them.
    case cookies(setting: Query)
    /// Exchanges a rejected token for a new one. Only the stand-in has this endpoint.
    case token(refreshing: String?)

    public var route: Route {
        switch self {
        case .form(let fields): .post("post", body: .form(fields))
        case .status(let statuses): .get("status/\(statuses.map { "\($0.rawValue)" }.joined(separator: ","))")
        case .bearer: .get("bearer")
        case .base64(let text): .get("base64/\(text)")
        case .cookies(let query): .get("cookies/set", query: query)
        case .token(let old): .post("token", body: .form(["grant_type": "refresh_token", "refresh_token": old]))
        }
    }

    public var isAuthenticated: Bool { if case .bearer = self { true } else { false } }

    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
        let standard = standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: HTTPBinError.self))
        return switch self {
        case .status: standard.inserting(EmptyBodyDecision(), before: ParseDecision.self)
        case .base64: standard.inserting(Self.withoutGuard, before: ParseDecision.self)
        default: standard
        }
    }

    /// Removes the line that some services put before their JSON, so that it can't be run as a script.
    private static let withoutGuard = DataMappingDecision(condition: { $0.body.starts(with: ")]}'".utf8) }) { body in
        body.drop { $0 != UInt8(ascii: "\n") }
    }
}
