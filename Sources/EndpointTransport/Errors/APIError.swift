/// What went wrong with a call, and in which attempt.
///
/// Printed, dumped or logged it shows nothing secret: URLs and header fields are redacted as the request's redaction says, and bodies left out.
public struct APIError: Error, Sendable {
    public var code: Code
    /// A sentence for a person.
    public var message: String
    /// The request of the last attempt.
    public var request: RequestSummary?
    /// The response that was judged, with its whole body.
    public var response: HTTPResponse?
    /// Every attempt that was made, the first first.
    public var attempts: [Attempt]
    /// What it was made from: a transport's failure, a `DecodingError`, the error an adapter threw.
    public var underlying: (any Error)?
    /// Of the code `cancelled`: by whom.
    public var cancellationReason: CancellationReason?

    public init(
        _ code: Code, _ message: String, response: HTTPResponse? = nil, attempts: [Attempt] = [], underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.response = response
        self.attempts = attempts
        self.underlying = underlying
    }

    /// Method and redacted URL.
    public struct RequestSummary: Hashable, Sendable, CustomStringConvertible {
        public var method: HTTPMethod
        public var url: String
        package let redaction: Redaction

        package init(method: HTTPMethod, url: String, redaction: Redaction) {
            self.method = method
            self.url = url
            self.redaction = redaction
        }

        public var description: String { "\(method) \(url)" }
    }
}

extension APIError {
    /// The kind of failure. Open: a decision of your own may have its own.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// What the caller passed can't be sent.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The client's settings, or the machine's, don't allow any call.
        public static let configuration = Code(rawValue: "configuration")
        /// The body could not be made.
        public static let bodyEncoding = Code(rawValue: "bodyEncoding")
        /// An adapter could not authenticate the request.
        public static let authentication = Code(rawValue: "authentication")
        /// The server could not be reached, or went away, or didn't speak HTTP; ``APIError/underlying`` is a ``TransportFailure``.
        public static let connection = Code(rawValue: "connection")
        /// Silence on the wire for longer than the request's timeout.
        public static let timeout = Code(rawValue: "timeout")
        /// The whole call took longer than its deadline.
        public static let deadline = Code(rawValue: "deadline")
        public static let tls = Code(rawValue: "tls")
        /// More redirects than the policies allow, or some that go round in a circle; the message names them all.
        public static let tooManyRedirects = Code(rawValue: "tooManyRedirects")
        /// A redirect that can't be followed: from https to http, to what is no http or https URL, with a user or password in it, or
        /// with a body that can't be sent again.
        public static let redirect = Code(rawValue: "redirect")
        public static let badStatus = Code(rawValue: "badStatus")
        public static let decoding = Code(rawValue: "decoding")
        /// More bytes than the request's body limit, after decoding.
        public static let bodyTooLarge = Code(rawValue: "bodyTooLarge")
        /// What an adapter, a decision or a transform of one's own threw, where an ``APIError`` has to be told: it is ``APIError/underlying``.
        public static let custom = Code(rawValue: "custom")
        /// No decision gave a verdict on the response.
        public static let undecided = Code(rawValue: "undecided")
        /// Decisions restarted the call more often than the policies allow.
        public static let restartLimit = Code(rawValue: "restartLimit")
        /// A file could not be written, or what is in it not be used.
        public static let file = Code(rawValue: "file")
        public static let quota = Code(rawValue: "quota")
        public static let cancelled = Code(rawValue: "cancelled")
    }
}

extension APIError: Equatable {
    /// Errors of one code are equal, whatever call they are about.
    public static func == (a: APIError, b: APIError) -> Bool { a.code == b.code }
}

extension APIError.Code {
    /// Lets a `catch` or a `case` name the code:
    ///
    ///     do { … } catch APIError.Code.timeout { … }
    public static func ~= (code: APIError.Code, error: any Error) -> Bool { (error as? APIError)?.code == code }
}

extension APIError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Code, message and request in one line.
    public var description: String {
        var text = "\(code): \(message)"
        if let request { text += " [\(request)]" }
        if attempts.count > 1 { text += " (\(attempts.count) attempts)" }
        return text
    }

    /// The description, what it was made from, and the ``timeline``.
    public var debugDescription: String {
        var lines = [description]
        if let underlying { lines.append("Underlying \(type(of: underlying)): \(underlying.sentence)") }
        if !attempts.isEmpty { lines.append(timeline) }
        return lines.joined(separator: "\n")
    }

    /// What was tried, a line for each attempt and before it one for each redirect it followed; empty where nothing was.
    ///
    ///     1: 503 Service Unavailable after 0.120 s, RetryDecision, waited 0.400 s
    ///        GET https://example.com/v1/items -> 302 Found
    ///     2: 404 Not Found after 0.085 s, BadStatusDecision
    public var timeline: String {
        attempts.flatMap { attempt in attempt.redirects.map { "   \($0)" } + ["\(attempt)"] }.joined(separator: "\n")
    }

    /// The fields of its response are hidden as its request hides them. The underlying error is a text here: it may be one that can't be shown.
    public var customMirror: Mirror {
        let redaction = request?.redaction ?? .standard
        return Mirror(
            self,
            children: [
                "code": code, "message": message, "request": request as Any, "response": response?.description as Any,
                "headers": response.map { redaction.redact($0.headers) } as Any, "attempts": attempts,
                "underlying": underlying.map { "\(type(of: $0)): \($0.sentence)" } as Any,
            ], displayStyle: .struct)
    }
}

extension APIError {
    /// Who cancelled a call, when it wasn't its task: that one throws `CancellationError`.
    public enum CancellationReason: Sendable {
        /// The call's own handle.
        case caller
        /// Its group: because another member failed with `cause`, or by ``CallGroup/cancel()``.
        case group(cause: (any Error)?)
        /// ``APIClient/cancelAll()``, or one like it.
        case client
    }

    package init(_ reason: CancellationReason) {
        let message =
            switch reason {
            case .caller: "The call was cancelled by its caller."
            case .client: "The call was cancelled with others of its client."
            case .group(nil): "The call was cancelled with its group."
            case .group(let cause?):
                "The call was cancelled with its group, as another call of it failed: \(cause.sentence)."
            }
        self.init(.cancelled, message)
        cancellationReason = reason
    }

}

extension APIError.RequestSummary: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url], displayStyle: .struct) }
}
