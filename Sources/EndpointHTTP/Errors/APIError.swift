/// The error of a failed call: what went wrong, and in which attempt.
///
/// Its description, dump and log line show no secrets. The request's redaction applies to URLs and header fields, and bodies are left out.
public struct APIError: Error, Sendable {
    /// The kind of failure. `==` compares only the code.
    public var code: Code
    /// A human-readable sentence.
    public var message: String
    /// The request of the last attempt.
    public var request: RequestSummary?
    /// The response that caused the error, with its whole body. Its body is empty if it didn't arrive as a whole, and only the part that the
    /// error is about in an error from a stream of events or lines. nil if the error isn't about a response.
    public var response: HTTPResponse?
    /// The status of ``response``.
    public var status: HTTPStatus? { response?.status }
    /// All attempts of the call, in order.
    public var attempts: [Attempt]
    /// The cause, such as a transport's failure, a `DecodingError`, or the error that an adapter threw.
    public var underlying: (any Error)?
    /// Who cancelled the call; nil unless the code is `cancelled`.
    public var cancellationReason: CancellationReason?
    /// Why no attempt followed the last one, such as `maxAttempts is 3`, if the retry policy covers the last failure. nil if the policy
    /// doesn't cover it, or allows only one attempt.
    public var noRetryReason: String?
    /// The client's decoder, for the response's body.
    package var decoder: (any BodyDecoder)?

    /// Creates an error without a request or a cancellation reason.
    ///
    /// - Parameter message: one sentence with its full stop, without secrets.
    public init(
        _ code: Code, _ message: String, response: HTTPResponse? = nil, attempts: [Attempt] = [], underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.response = response
        self.attempts = attempts
        self.underlying = underlying
    }

    /// The method and the redacted URL of a request.
    public struct RequestSummary: Hashable, Sendable, CustomStringConvertible {
        /// The method that was sent; after a redirect it may differ from the method of the endpoint.
        public var method: HTTPMethod
        /// The redacted URL: see ``Redaction``.
        public var url: String
        package let redaction: Redaction
        package let secrets: OwnSecrets

        package init(method: HTTPMethod, url: String, redaction: Redaction, secrets: OwnSecrets) {
            self.method = method
            self.url = url
            self.redaction = redaction
            self.secrets = secrets
        }

        public var description: String { "\(method.shown) \(url)" }
    }
}

extension APIError {
    /// The kind of failure. The set is open: your own decisions may add codes.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, as ``APIError/description`` shows it.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The caller passed a value that can't be sent. The request was not sent.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The settings of the client or of the machine make calls impossible.
        public static let configuration = Code(rawValue: "configuration")
        /// The request's body could not be encoded or read.
        public static let bodyEncoding = Code(rawValue: "bodyEncoding")
        /// An adapter could not authenticate the request.
        public static let authentication = Code(rawValue: "authentication")
        /// The server could not be reached, closed the connection too early, or sent invalid HTTP; ``APIError/underlying`` is a
        /// ``TransportFailure``.
        public static let connection = Code(rawValue: "connection")
        /// No byte was sent or received for longer than the request's timeout, or no connection was made in time.
        public static let timeout = Code(rawValue: "timeout")
        /// The whole call took longer than its deadline.
        public static let deadline = Code(rawValue: "deadline")
        /// The server's certificate isn't trusted, or no TLS connection could be made; ``APIError/underlying`` is a ``TransportFailure``.
        public static let tls = Code(rawValue: "tls")
        /// The server sent more redirects than the policies allow, or a redirect loop; the message lists all redirects.
        public static let tooManyRedirects = Code(rawValue: "tooManyRedirects")
        /// A redirect that can't be followed: it leads from https to http, or to a URL that isn't http or https or has a user or password,
        /// or it would need a body that can't be sent again.
        public static let redirect = Code(rawValue: "redirect")
        /// The decisions rejected the status of ``APIError/response``.
        public static let badStatus = Code(rawValue: "badStatus")
        /// The body doesn't match the type that the call expects; ``APIError/underlying`` says where.
        public static let decoding = Code(rawValue: "decoding")
        /// The response's body exceeds the limit after its content coding is decoded.
        public static let bodyTooLarge = Code(rawValue: "bodyTooLarge")
        /// An event stream delivered an event named `error` instead of a value. The error's response has the event's data as its body, so
        /// ``APIError/serverError(as:decoder:)`` decodes it.
        public static let errorEvent = Code(rawValue: "errorEvent")
        /// The program's own adapter, decision or transform threw an error of another type, which is ``APIError/underlying``.
        public static let custom = Code(rawValue: "custom")
        /// No decision accepted or rejected the response.
        public static let undecided = Code(rawValue: "undecided")
        /// Decisions restarted the call more often than the policies allow, or would have done so after a longer wait.
        public static let restartLimit = Code(rawValue: "restartLimit")
        /// A file could not be written, or its content can't be used.
        public static let file = Code(rawValue: "file")
        /// The call would exceed the number of calls that are allowed.
        public static let quota = Code(rawValue: "quota")
        /// No stored response may be used, and the call may not use the network: see ``CacheUse/only``.
        public static let notCached = Code(rawValue: "notCached")
        /// The call was cancelled by its handle, its group or its client: see ``APIError/cancellationReason``.
        public static let cancelled = Code(rawValue: "cancelled")
        /// A state that should be impossible, caused by a defect in this package. Report it with the message.
        public static let `internal` = Code(rawValue: "internal")
    }

    /// The error for a state that should be impossible.
    package static func impossible(_ state: String) -> APIError {
        APIError(.internal, "\(state), which should be impossible: please report this as a defect of EndpointKit.")
    }
}

extension APIError: Equatable {
    /// Errors with the same code are equal, even if they belong to different calls.
    public static func == (a: APIError, b: APIError) -> Bool { a.code == b.code }
}

extension APIError.Code {
    /// Lets a `catch` or a `case` name the code:
    ///
    ///     do { return try await client.characters().value } catch APIError.Code.timeout { return nil }
    public static func ~= (code: APIError.Code, error: any Error) -> Bool { (error as? APIError)?.code == code }
}

extension APIError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Code, message and request in one line, with the number of attempts and ``noRetryReason``.
    public var description: String {
        var text = "\(code): \(message)"
        if let request { text += " [\(request)]" }
        let facts = [attempts.count > 1 ? "\(attempts.count) attempts" : nil, noRetryReason.map { "no retry: \($0)" }].compactMap(\.self)
        if !facts.isEmpty { text += " (\(facts.joined(separator: "; ")))" }
        return text
    }

    /// The description, the underlying error, and the ``timeline``.
    public var debugDescription: String {
        var lines = [description]
        if let underlyingText { lines.append("Underlying \(underlyingText)") }
        if !attempts.isEmpty { lines.append(timeline) }
        return lines.joined(separator: "\n")
    }

    /// One line for each attempt, preceded by a line for each redirect that it followed. Empty if there are no attempts.
    ///
    /// ```text
    /// 1: 503 Service Unavailable after 0.120 s, RetryDecision, waited 0.400 s
    ///    GET https://example.com/v1/items -> 302 Found
    /// 2: 404 Not Found after 0.085 s, BadStatusDecision
    /// ```
    public var timeline: String {
        attempts.flatMap { attempt in attempt.redirects.map { "   \($0)" } + ["\(attempt)"] }.joined(separator: "\n")
    }

    /// Shows the response's header fields with the request's redaction, and only a redacted text of the underlying error, which may contain
    /// secrets.
    public var customMirror: Mirror {
        let (redaction, secrets) = (request?.redaction ?? .standard, request?.secrets ?? .empty)
        return Mirror(
            self,
            children: [
                "code": code, "message": message, "request": request as Any, "response": response?.description as Any,
                "headers": response.map { redaction.redact($0.headers).map(secrets.removed) } as Any, "attempts": attempts,
                "noRetryReason": noRetryReason as Any,
                "underlying": underlyingText as Any,
            ], displayStyle: .struct)
    }

    private var underlyingText: String? { underlying.map { "\(type(of: $0)): \($0.sentence(in: self))" } }

    /// Removes the secrets that the request was sent with from the service's own text.
    package func withoutSecrets(_ words: String) -> String {
        guard let request else { return Redaction.standard.redact(text: words) }
        return request.redaction.redact(text: request.secrets.removed(from: words))
    }

    /// Removes a request's secrets from the `Content-Type` that the message quotes, because a server may repeat them in that field.
    package mutating func hideContentType(sentAfter request: RequestSummary?) {
        guard code == .decoding, let request, let type = response?.headers["Content-Type"].map({ MediaType($0) }) else { return }
        for word in [type.shown, type.shownCharset].compactMap(\.self) {
            let shown = request.secrets.removed(from: word)
            if shown != word, let range = message.firstRange(of: word) { message.replaceSubrange(range, with: shown) }
        }
    }
}

extension APIError {
    /// Identifies what cancelled a call. A cancelled task throws `CancellationError` instead.
    public enum CancellationReason: Sendable {
        /// The call's own handle cancelled it.
        case caller
        /// The call's group cancelled it, because another member failed with `cause`. nil means that ``CallGroup/cancel()`` was called.
        case group(cause: (any Error)?)
        /// The client cancelled it together with other calls, for example by ``APIClient/cancelAll()``.
        case client
        /// The client was shut down before the call began or while it was running: see ``APIClient/shutDown(gracePeriod:)``.
        case shutDown
    }

    package init(_ reason: CancellationReason) {
        let message =
            switch reason {
            case .caller: "The call was cancelled by its caller."
            case .client: "The call was cancelled together with other calls of its client."
            case .shutDown: "The call was cancelled: its client has been shut down."
            case .group(nil): "The call was cancelled with its group."
            case .group(let cause?):
                "The call was cancelled with its group because another call in it failed: \(cause.sentence)."
            }
        self.init(.cancelled, message)
        cancellationReason = reason
    }

}

extension APIError.RequestSummary: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["method": method.shown, "url": url], displayStyle: .struct) }
}
