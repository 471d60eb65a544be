/// The outcome of an exchange: one request with its response or error. It isn't copied, because every step returns it.
struct ExchangeResult: ~Copyable, Sendable {
    /// The request as it was sent, or as it would have been sent without a stored response.
    let sent: HTTPRequest
    var result: Result<Answer, any Error>
    /// The identity and the credential that the request was signed with; nil if nothing needs them.
    var signature: Signature?
    /// The items of earlier requests that a stored response may repeat.
    var echoes: EchoedItems?

    /// The failure of a request that wasn't sent, and must be prepared or signed again.
    enum Unsent: Error {
        /// It was prepared for another sender.
        case otherSender
        /// Its token has expired or was removed.
        case tokenMissing
    }

    /// Why the request wasn't sent; nil if it was.
    var unsent: Unsent? { if case .failure(let error) = result { error as? Unsent } else { nil } }
    // Matches the result directly, which avoids a copy of the answer.
    var isRedirection: Bool { if case .success(let answer) = result { answer.response.status.isRedirection } else { false } }
    var isStreamed: Bool { if case .success(let answer) = result { answer.isStreamed } else { false } }
}
