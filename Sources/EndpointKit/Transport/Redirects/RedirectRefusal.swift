/// Why a redirect isn't followed, in words that hold no secret and stay short whatever the server wrote.
struct RedirectRefusal {
    let request: HTTPRequest
    let response: HTTPResponse

    func error(to target: String, _ reason: String) -> APIError {
        error(.redirect, "The redirect to \(Self.shown(request.redaction.redact(urlText: target))) can't be followed: \(reason).")
    }

    var ofSeveralLocations: APIError { error(.redirect, "The response \(response.status) names several locations.") }

    func error(of chain: [HTTPRequest], _ problem: String) -> APIError {
        let steps = chain.map { "\($0.method) \(Self.shown($0.redaction.redactedURL(of: $0)))" }
        return error(.tooManyRedirects, "\(problem): \(steps.joined(separator: ", then ")).")
    }

    private func error(_ code: APIError.Code, _ message: String) -> APIError {
        APIError(code, message, request: request, response: response)
    }

    private static func shown(_ text: String) -> String {
        let limit = 200
        let start = String(decoding: text.utf8.prefix(limit), as: UTF8.self)
        return (text.utf8.count > limit ? start + "…" : start).debugDescription
    }
}
