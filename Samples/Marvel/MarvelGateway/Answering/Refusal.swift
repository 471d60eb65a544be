internal import EndpointKit

/// An error answer. Its format tells who refused the call: `code` is a text from the gate in front of the service, and a number from the
/// service itself.
enum Refusal: Error {
    case gate(HTTPStatus, code: String, message: String)
    case service(HTTPStatus, String)

    static func missing(_ what: String) -> Refusal {
        .gate(.conflict, code: "MissingParameter", message: "You must provide a \(what).")
    }
    static func invalidCredentials(_ message: String) -> Refusal {
        .gate(.unauthorized, code: "InvalidCredentials", message: message)
    }
    static func noSuchPath(_ path: String) -> Refusal {
        .gate(.notFound, code: "ResourceNotFound", message: "\(path) does not exist")
    }
    static func methodNotAllowed(_ method: HTTPMethod) -> Refusal {
        .gate(.methodNotAllowed, code: "MethodNotAllowed", message: "\(method) is not allowed")
    }
    static let throttled = Refusal.gate(
        .tooManyRequests, code: "RequestThrottled", message: "Your account has used up its calls for this day.")

    static let unknownCharacter = Refusal.service(.notFound, "We couldn't find that character")
    static func invalid(_ status: String) -> Refusal { .service(.conflict, status) }

    var response: HTTPResponse {
        var headers: HTTPHeaders = ["Content-Type": PublicAPI.contentType]
        do {
            switch self {
            case .gate(let status, let code, let message):
                if status == .methodNotAllowed { headers["Allow"] = "GET" }
                return HTTPResponse(
                    status: status, headers: headers, body: try JSONEncoder.compact.encode(GateBody(code: code, message: message)))
            case .service(let status, let text):
                let body = ServiceBody(code: status.rawValue, status: text)
                return HTTPResponse(status: status, headers: headers, body: try JSONEncoder.compact.encode(body))
            }
        } catch {
            return HTTPResponse(status: .internalServerError)
        }
    }

    private struct GateBody: Encodable {
        var code: String
        var message: String
    }

    private struct ServiceBody: Encodable {
        var code: Int
        var status: String
    }
}
