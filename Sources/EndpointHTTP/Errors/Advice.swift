extension APIError: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }

    /// A general explanation of the code. nil for a code that the framework doesn't define.
    public var failureReason: String? { advice?.reason }

    /// A step to take for this code, or for the status if the code is `badStatus`. nil for a code that the framework doesn't define.
    public var recoverySuggestion: String? { advice?.suggestion }

    /// nil for a code that the framework doesn't define.
    private var advice: Advice? {
        if code == .badStatus, let status { return Advice(status) }
        return Advice.byCode[code]
    }
}

private struct Advice {
    let reason: String
    let suggestion: String

    init(_ reason: String, _ suggestion: String) {
        self.reason = reason
        self.suggestion = suggestion
    }

    static let byCode: [APIError.Code: Advice] = [
        .invalidRequest: Advice(
            "The call has a value that can't be sent.", "Correct the value that the message names; nothing was sent."),
        .configuration: Advice(
            "The settings of the client or of this machine allow no call.",
            "Correct the setting that the message names, and create the client again."),
        .bodyEncoding: Advice(
            "The request's body could not be encoded or read.",
            "Correct what the message names. A stream that can be read only once can't be sent again."),
        .authentication: Advice(
            "The request could not be authenticated.", "Sign in again, or check the keys; the underlying error names the problem."),
        .connection: Advice(
            "The server could not be reached, or its response was incomplete.",
            "Check the network and the base URL, and try again; the attempts show whether the request was sent."),
        .timeout: Advice(
            "The server sent nothing for too long.", "Try again later, or allow more time with the configuration's requestTimeout."),
        .deadline: Advice(
            "The call took longer than its deadline, including retries and waits.", "Try again later, or set a longer deadline."),
        .tls: Advice(
            "The server's identity could not be confirmed.",
            "Check this machine's date, the server's certificate, and the authorities and pinned keys of the TLS policy. Send no secrets."
        ),
        .tooManyRedirects: Advice(
            "The server redirected the request too often.", "Call the last URL in the message, or raise the limit of the redirect policy."),
        .redirect: Advice(
            "The server sent a redirect that may not be followed.",
            "Call the new address directly if you trust it; the response's Location field names it."),
        .badStatus: Advice("The server did not do what was asked.", "The response's body may say why."),
        .decoding: Advice(
            "The response does not have the expected form.",
            "Compare the type with the response: the error's excerpt shows the place that doesn't match."),
        .errorEvent: Advice("The server ended its event stream with an error.", "The event's data, the response's body, may say why."),
        .bodyTooLarge: Advice(
            "The response is larger than allowed.",
            "Request less, raise the body limit of the policies, or read the response as a stream or into a file."),
        .undecided: Advice("No decision ended the call.", "End the list of decisions with a ParseDecision."),
        .restartLimit: Advice(
            "The call's decisions restarted it too often, or would have waited too long.",
            "The attempts name the decision: it should restart without itself, give up after some attempts, or set its maxRetryAfter."),
        .custom: Advice(
            "An adapter, a decision or a transform of this program threw an error.", "Handle the underlying error; it is the program's own."
        ),
        .file: Advice("A file could not be used.", "Check its directory, its permissions and the free space on the disk."),
        .quota: Advice("The limit of calls is reached.", "Wait until more calls are allowed."),
        .internal: Advice("The package has a defect.", "Report it with the message and the attempts of this error."),
        .cancelled: Advice("The call was cancelled.", "Start it again if you still need the response."),
    ]

    init(_ status: HTTPStatus) {
        let reason = "The server answered \(status)."
        let suggestion =
            switch status.rawValue {
            case 401: "Sign in again, or check the credentials and the clock that signs them."
            case 403: "These credentials don't allow it: check their access rights."
            case 404, 410: "Check the path and the identifiers in it."
            case 405: "Check the method; the response's Allow field names the methods that the server accepts."
            case 408, 425, 429, 503: "Try again later; the response's Retry-After field may say when."
            case 409, 412, 428: "The resource may have changed: read it again before you change it."
            case 413, 414: "Send less data in one request."
            case 406, 415: "Check the media types: the Accept and Content-Type fields of the request."
            case 400, 422: "Check the values that were sent: the response's body may say which one is wrong."
            case 500...599: "The server failed: try again later."
            default: "The response's body may say why."
            }
        self.init(reason, suggestion)
    }
}
