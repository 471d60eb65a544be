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
        _ code: Code, _ message: String, request: HTTPRequest? = nil, response: HTTPResponse? = nil, attempts: [Attempt] = [],
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.request = request.map(RequestSummary.init)
        self.response = response
        self.attempts = attempts
        self.underlying = underlying
    }

    /// Method and redacted URL.
    public struct RequestSummary: Hashable, Sendable, CustomStringConvertible {
        public var method: HTTPMethod
        public var url: String
        let redaction: Redaction

        init(_ request: HTTPRequest) {
            method = request.method
            redaction = request.redaction
            url = redaction.redactedURL(of: request)
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

extension APIError {
    /// The response's body as the service's own error type; nil where there is none, or it is something else.
    public func serverError<Body: Decodable>(as type: Body.Type = Body.self, decoder: ResponseDecoder = ResponseDecoder()) -> Body? {
        guard let response, !response.body.isEmpty else { return nil }
        return try? decoder.decode(type, from: response)
    }
}
