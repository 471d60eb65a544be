/// One step of a request on its way to the server, and of the response on its way back.
///
/// A client creates its steps once, and has only those that its configuration needs. A step keeps nothing between requests: what it has to
/// remember until the response arrives is a local variable.
protocol ExchangeStep: Sendable {
    /// Sends a request with the steps that follow, any number of times. Throws if the request couldn't be sent; a failed transfer is a
    /// result.
    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult
}

/// The steps that follow a step.
struct Next: Sendable {
    let steps: [any ExchangeStep]
    private let index: Int

    init(_ steps: [any ExchangeStep]) { self.init(steps, 0) }

    private init(_ steps: [any ExchangeStep], _ index: Int) { (self.steps, self.index) = (steps, index) }

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState
    ) async throws -> ExchangeResult {
        try await steps[index].send(request, context, &attempt, Next(steps, index + 1))
    }
}

/// What has happened to a request since the exchanger sent it, including the attempts that answer challenges. All steps change the same
/// value, so none can forget to pass it on.
struct AttemptState: Sendable {
    /// The redirects that have led to the request; nil if there were none.
    var chain: RedirectChain.Shared?
    /// How many challenges the authentication has answered for the request.
    var answers = 0
    /// Whether observers know the first request.
    private var isReported = false
    /// Whether the retry budget has counted the call, which it does with the first request that reaches the network.
    private var isCounted: Bool

    init(_ chain: RedirectChain.Shared?, isCounted: Bool) { (self.chain, self.isCounted) = (chain, isCounted) }

    /// Begins the next request of the chain.
    mutating func follow(_ chain: RedirectChain) { (self.chain, answers) = (RedirectChain.Shared(chain), 0) }

    /// Notes the last request of the chain as it was sent.
    mutating func noteLast(_ sent: HTTPRequest) { chain = chain.map { RedirectChain.Shared($0.chain.sending(sent)) } }

    mutating func report(_ first: HTTPRequest, to reporter: CallReporter?) {
        if !isReported { reporter?.report(.adapted(first)) }
        isReported = true
    }

    /// Calls that wait for a slot aren't load yet, and must still count when they fail.
    mutating func count(in budget: RetryBudget) {
        if !isCounted { budget.countCall() }
        isCounted = true
    }
}

/// What the steps know about a request besides the request itself. A step that knows more passes a changed copy on.
struct ExchangeContext: Sendable {
    /// The exchange to which the request belongs.
    let exchanger: Exchanger
    /// Whether the request is prepared a second time, because another user signed it than the one it was prepared for.
    var isPreparedAgain = false
    /// The request before it got its cookies; nil if the client has no cookie jar.
    var plain: Kept?
    /// How often the cookie jar had been cleared before the request got its cookies.
    var moment = 0
    /// What the steps above have to know before the request is sent, and when its response arrives.
    var listeners: [any ExchangeListener] = []
    /// The request before it was signed; nil until then, or if nothing needs it.
    var unsigned: Kept?
    /// Whether the request is signed. Only an answer to a challenge, or code that may wait, signs before the wait for a slot.
    var isSigned = false
    /// Who signed the request; nil if nothing needs it.
    var signature: Signature?
    /// Whether the request is sent even if its token has expired meanwhile.
    var mayUseExpiredToken = true

    // A class, because most calls keep no request and then store only nil.
    final class Kept: Sendable {
        let request: HTTPRequest
        init(_ request: HTTPRequest) { self.request = request }
    }

    init(_ exchanger: Exchanger) { self.exchanger = exchanger }

    var signer: Signer { signature.map { Signer($0.identity) } ?? .nobody }

    func listening(_ listener: any ExchangeListener) -> ExchangeContext {
        var context = self
        context.listeners.append(listener)
        return context
    }

    func identified(_ signer: Signer, of unsigned: HTTPRequest) {
        for listener in listeners { listener.identified(signer, of: unsigned) }
    }
}

/// The part of a step that has to know more than the result. It belongs to one request, and to the answers to its challenges.
protocol ExchangeListener: Sendable {
    /// The user who signs the request is known: before the cache answers it, and before it is sent.
    func identified(_ signer: Signer, of unsigned: HTTPRequest)

    /// Returns false if the request was prepared for another sender, and must not be sent.
    func willSend(_ sent: HTTPRequest, unsigned: HTTPRequest, by signer: Signer) throws -> Bool

    /// Changes what has a newer value, before an answer to a challenge signs the request again.
    func renew(_ unsigned: inout HTTPRequest, _ context: inout ExchangeContext) throws

    /// The authentication has rejected the response, and the request is sent again.
    func rejected(_ response: HTTPResponse)

    /// The fields of the response have arrived.
    func received(_ headers: HTTPHeaders, to sent: HTTPRequest, _ context: ExchangeContext) async throws

    /// Returns what the caller gets for a response.
    func answer(for response: HTTPResponse) -> HTTPResponse

    /// Returns what the caller gets for a stream.
    func answer(for stream: HTTPResponseStream) -> HTTPResponseStream
}

extension ExchangeListener {
    func identified(_ signer: Signer, of unsigned: HTTPRequest) {}
    func willSend(_ sent: HTTPRequest, unsigned: HTTPRequest, by signer: Signer) throws -> Bool { true }
    func renew(_ unsigned: inout HTTPRequest, _ context: inout ExchangeContext) throws {}
    func rejected(_ response: HTTPResponse) {}
    func received(_ headers: HTTPHeaders, to sent: HTTPRequest, _ context: ExchangeContext) async throws {}
    func answer(for response: HTTPResponse) -> HTTPResponse { response }
    func answer(for stream: HTTPResponseStream) -> HTTPResponseStream { stream }
}
