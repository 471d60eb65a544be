public import EndpointKit

/// The endpoints of httpbin that the sample calls.
public enum HTTPBinEndpoint: RoutedEndpoint {
    /// Answers with the form's fields.
    case form(Query)
    /// Answers with that status. Where there are several, with one of them.
    case status([HTTPStatus])
    /// Refuses who has no token.
    case bearer
    /// Answers with what the text stands for.
    case base64(String)
    /// Gives a new token for one that is refused. httpbin has no such thing.
    case token(refreshing: String?)

    public var route: Route {
        switch self {
        case .form(let fields): .post("post", body: .form(fields))
        case .status(let statuses): .get("status/\(statuses.map { "\($0.rawValue)" }.joined(separator: ","))")
        case .bearer: .get("bearer")
        case .base64(let text): .get("base64/\(text)")
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

    /// Some services put a line before their JSON, so that it can't be run as a script.
    private static let withoutGuard = DataMappingDecision(condition: { $0.body.starts(with: ")]}'".utf8) }) { body in
        body.drop { $0 != UInt8(ascii: "\n") }
    }
}
