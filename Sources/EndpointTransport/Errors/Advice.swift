extension APIError: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }

    /// What happened, in general: by code.
    public var failureReason: String? { advice?.reason }

    /// What can be done about it: by code, and by status where the server answered.
    public var recoverySuggestion: String? { advice?.suggestion }

    /// nil for a code that isn't ours.
    private var advice: Advice? {
        if code == .badStatus, let status = response?.status { return Advice(status) }
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
            "The call was made with something that may not go on the wire.", "Correct the value that the message names; nothing was sent."),
        .configuration: Advice(
            "The client's settings, or the machine's, allow no call.", "Correct what the message names, and make the client anew."),
        .bodyEncoding: Advice(
            "The request's body could not be made or read.",
            "Correct what the message names; a stream that is read once can't be sent again."),
        .authentication: Advice(
            "The request could not be authenticated.", "Sign in again, or check the keys; the underlying error says what was missing."),
        .connection: Advice(
            "The server could not be reached, or its answer did not come whole.",
            "Check the network and the base URL, and try again; the attempts say whether the request was sent."),
        .timeout: Advice(
            "The server was silent for too long.", "Try again later, or allow more time with the configuration's requestTimeout."),
        .deadline: Advice(
            "The call took longer than it may, its retries and waits included.", "Try again later, or allow it a longer deadline."),
        .tls: Advice(
            "The server's identity could not be confirmed.",
            "Check this machine's date, the server's certificate, and the authorities and pinned keys of the TLS policy. Don't send secrets there."
        ),
        .tooManyRedirects: Advice(
            "The server kept sending the request on.", "Call the last URL of the message, or raise the limit of the redirect policy."),
        .redirect: Advice(
            "The server sent the request where it may not follow.",
            "Call the new address itself, if it can be trusted; the response's Location names it."),
        .badStatus: Advice("The server did not do what was asked.", "The response's body may say why."),
        .decoding: Advice(
            "The answer is not what the call expects.",
            "Compare the type with the answer: the error's excerpt shows the place that doesn't fit."),
        .bodyTooLarge: Advice(
            "The answer is larger than allowed.",
            "Ask for less, raise the body limit of the policies, or read it as a stream or into a file."),
        .undecided: Advice("No decision ended the call.", "End the list of decisions with a ParseDecision."),
        .restartLimit: Advice(
            "The call's decisions kept restarting it.",
            "The attempts name the decision: it should restart without itself, or give up after some attempts."),
        .custom: Advice(
            "What an adapter, a decision or a transform threw ended the call.", "See to the underlying error, which is the program's own."),
        .file: Advice("A file could not be used.", "Check its directory, its permissions and the space on the disk."),
        .quota: Advice("As many calls were made as are allowed for now.", "Wait until more are allowed."),
        .cancelled: Advice("The call was cancelled.", "Make it again if its answer is still wanted."),
    ]

    init(_ status: HTTPStatus) {
        let reason = "The server answered \(status)."
        let suggestion =
            switch status.rawValue {
            case 401: "Sign in again, or check the credentials and the clock that signs them."
            case 403: "These credentials don't allow it: check what they were given access to."
            case 404, 410: "Check the path and the identifiers in it."
            case 405: "Check the method; the response's Allow field names those that the server takes."
            case 408, 425, 429, 503: "Try again later; the response's Retry-After field may say when."
            case 409, 412, 428: "Somebody else changed it meanwhile: read it again before you change it."
            case 413, 414: "Send less at once."
            case 406, 415: "Check the media types: the Accept and Content-Type fields of the request."
            case 400, 422: "Check what was sent: the response's body may say which value is wrong."
            case 500...599: "The server failed: try again later."
            default: "The response's body may say why."
            }
        self.init(reason, suggestion)
    }
}
