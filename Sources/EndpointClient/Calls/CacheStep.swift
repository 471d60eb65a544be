/// Answers a request from the cache, or sends it and stores the response.
struct CacheStep: ExchangeStep {
    let cache: ResponseCache
    /// Whether the client follows redirects, whose bodies are then left unread.
    let leavesRedirectsUnread: Bool

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let (request, exchanger) = (request, context.exchanger)
        // A request that may not be sent must not be answered from the cache either.
        try request.validate()
        let moment = cache.moment
        var demand = CacheDemand(request, exchanger.cacheUse)
        // A response that an earlier attempt stored isn't used for this attempt unless the server confirms it.
        demand.isRepeated = exchanger.isRepeated && demand.use != .only
        let signer = try await exchanger.adapters.signer(of: request, isLocal: demand.staysLocal)
        context.identified(signer, of: request)
        if signer == .unknown { exchanger.core.noteUnknownSigner(exchanger.adapters.authentication) }
        let visit = CacheVisit(
            request, to: cache, since: moment, of: signer, over: exchanger.core.connection(for: request).policy, demand,
            leavesRedirectsUnread: leavesRedirectsUnread)
        switch try visit.begin() {
        case .pass: return try await next.send(request, context, &attempt)
        case .answer(let response, let echoes): return await delivered(response, echoes, for: request, visit, context, &attempt)
        case .answerWhileValidating(let response, let stored):
            let validation = exchanger.validation(with: context.plain?.request ?? request)
            exchanger.core.background.start { await Self.validate(stored, visit, by: validation) }
            return await delivered(response, stored.echoes, for: request, visit, context, &attempt)
        case .send(let exchange):
            // Once the sender has changed, the stored response may again belong to another user than the one who signs.
            return try await sent(context.isPreparedAgain ? exchange.unconditional : exchange, context, &attempt, next)
        }
    }

    private func sent(
        _ first: CacheExchange, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        var exchange = first
        while true {
            let listener = Listener(exchange)
            var end: ExchangeResult
            do { end = try await next.send(exchange.request, context.listening(listener), &attempt) } catch {
                // Another user may have signed in before the request could be sent.
                guard let stale = exchange.staleAnswer(insteadOfSending: error),
                    try await context.exchanger.adapters.signer(of: exchange.visit.request, isLocal: true) == exchange.visit.signer
                else { throw error }
                return await delivered(stale, exchange.echoes, for: exchange.visit.request, exchange.visit, context, &attempt)
            }
            if let again = listener.again {
                exchange = again
                continue
            }
            switch end.result {
            case .success(let answer): if answer.response.source != .network { end.echoes = exchange.echoes }
            case .failure(let error):
                // The stored response of one user isn't used for another.
                guard end.unsent == nil, let stale = listener.sending?.staleAnswer(after: error) else { break }
                return await delivered(stale, exchange.echoes, for: end.sent, exchange.visit, context, &attempt)
            }
            return end
        }
    }

    private func delivered(
        _ response: HTTPResponse, _ echoes: EchoedItems?, for request: HTTPRequest, _ visit: CacheVisit, _ context: ExchangeContext,
        _ attempt: inout AttemptState
    ) async -> ExchangeResult {
        attempt.report(request, to: context.exchanger.reporter)
        let result = await Wire(context, stored: response).answer(to: request, of: visit.request, by: visit.signer, attempt.chain)
        return ExchangeResult(sent: request, result: result, echoes: echoes)
    }

    /// Validates a stale response that a call receives at once (RFC 5861, section 3). The validation ends at the request's timeout, or with
    /// the client.
    private static func validate(_ stored: StoredResponse, _ visit: CacheVisit, by exchanger: Exchanger) async {
        let method = visit.request.method
        do {
            let response = try await exchanger.value { answer, _ in answer.response }
            visit.cache.endValidation(method, stored, hasFailed: response.source == .stale || response.status.rawValue >= 400)
        } catch {
            // The stored response is removed, so that the next call gets the refusal itself.
            if [401, 403].contains((error as? APIError)?.status?.rawValue) { visit.cache.remove(stored) }
            // A cancellation doesn't count as a failure, because other clients wait after a failure.
            visit.cache.endValidation(method, stored, hasFailed: !Task.isCancelled)
        }
    }

    /// Sendable because one task uses it at a time.
    private final class Listener: ExchangeListener, @unchecked Sendable {
        private let exchange: CacheExchange
        /// The exchange for the request as it was sent; nil if its response has nothing to do with the stored one, and isn't stored.
        private(set) var sending: CacheExchange?
        /// The exchange with which the request must be sent again.
        private(set) var again: CacheExchange?

        init(_ exchange: CacheExchange) { self.exchange = exchange }

        func willSend(_ sent: HTTPRequest, unsigned: HTTPRequest, by signer: Signer) -> Bool {
            sending = nil
            if unsigned.onlyReads {
                if exchange.visit.signer != .nobody, signer != exchange.visit.signer { return !exchange.isValidation }
                // A challenge may have set a cookie.
                if unsigned.headers.values(for: "Cookie") != exchange.request.headers.values(for: "Cookie") { return true }
            }
            sending = exchange.sending(sent)
            return true
        }

        // The response must not be stored for later calls.
        func rejected(_ response: HTTPResponse) { if response.status.isSuccess { sending?.discard() } }

        func answer(for response: HTTPResponse) -> HTTPResponse { taken(sending?.received(response)) ?? response }
        func answer(for stream: HTTPResponseStream) -> HTTPResponseStream { taken(sending?.received(stream)) ?? stream }

        private func taken<Message>(_ received: CacheExchange.Received<Message>?) -> Message? {
            switch received {
            case .message(let message): return message
            case .again(let exchange): again = exchange
            case nil: break
            }
            return nil
        }
    }
}
