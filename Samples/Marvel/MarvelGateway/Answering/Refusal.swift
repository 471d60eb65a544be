internal import EndpointKit

/// An error response. Its format shows what rejected the call: `code` is a string if the error comes from the gateway in front of the
/// service, and a number if it comes from the service itself.
struct Refusal: Error {
    var status: HTTPStatus
    var body: JSON

    private static func gate(_ status: HTTPStatus, _ code: String, _ message: String) -> Refusal {
        Refusal(status: status, body: ["code": JSON(code), "message": JSON(message)])
    }
    static func service(_ status: HTTPStatus, _ text: String) -> Refusal {
        Refusal(status: status, body: ["code": JSON(status.rawValue), "status": JSON(text)])
    }

    static func missing(_ what: String) -> Refusal { gate(.conflict, "MissingParameter", "You must provide a \(what).") }
    static func invalidCredentials(_ message: String) -> Refusal { gate(.unauthorized, "InvalidCredentials", message) }
    static func noSuchPath(_ path: String) -> Refusal { gate(.notFound, "ResourceNotFound", "\(path) does not exist") }
    static func methodNotAllowed(_ method: HTTPMethod) -> Refusal {
        gate(.methodNotAllowed, "MethodNotAllowed", "\(method) is not allowed")
    }
    static let throttled = gate(.tooManyRequests, "RequestThrottled", "Your account has used up its calls for this day.")
    /// The refusal for a status, in the service's documented form if there is one.
    static func fault(_ status: HTTPStatus) -> Refusal {
        switch status {
        case .unauthorized: .invalidCredentials("The passed API key is invalid.")
        case .tooManyRequests: .throttled
        default: .service(status, status.reasonPhrase)
        }
    }
    static func unknown(_ kind: Kind) -> Refusal { service(.notFound, "We couldn't find that \(kind.noun)") }
    static func invalid(_ status: String) -> Refusal { service(.conflict, status) }

    var response: HTTPResponse {
        var headers: HTTPHeaders = ["Content-Type": PublicAPI.contentType]
        if status == .methodNotAllowed { headers["Allow"] = "GET" }
        return HTTPResponse(status: status, headers: headers, body: Data(body.description.utf8))
    }
}
