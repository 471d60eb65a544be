/// The outcome of an exchange: one request with its response or error. It isn't copied, because every step returns it.
struct ExchangeResult: ~Copyable, Sendable {
    /// The request as it was sent, or as it would have been sent without a stored response.
    let sent: HTTPRequest
    var result: Result<Answer, any Error>
    /// The identity and the credential that the request was signed with; nil if nothing needs them.
    var signature: Signature?
    /// The items of earlier requests that a stored response may repeat.
    var echoes: EchoedItems?
    /// Why the request wasn't sent; nil if it was.
    private(set) var unsent: Unsent?

    enum Unsent {
        /// It was prepared for another sender.
        case otherSender
        /// Its token has expired or was removed.
        case tokenMissing
    }

    init(sent: consuming HTTPRequest, result: consuming Result<Answer, any Error>, signature: Signature? = nil) {
        self.sent = sent
        self.result = result
        self.signature = signature
    }

    /// The result for a request that must be prepared or signed again.
    init(unsent request: consuming HTTPRequest, _ reason: Unsent) {
        self.init(sent: request, result: .failure(CancellationError()))
        unsent = reason
    }

    // Matches the result directly, which avoids a copy of the answer.
    var isRedirection: Bool { if case .success(let answer) = result { answer.response.status.isRedirection } else { false } }
    var isStreamed: Bool { if case .success(let answer) = result { answer.isStreamed } else { false } }
}
