/// Answers a request from the cache, or sends it and stores the response.
struct CacheStep: ExchangeStep {
    let cache: ResponseCache
    /// Whether the client follows redirects, whose bodies are then left unread.
    let leavesRedirectsUnread: Bool

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let (request, run) = (request, context.run)
        // A request that may not be sent must not be answered from the cache either.
        try request.validate()
        let moment = cache.moment
        var demand = CacheDemand(request, run.cacheUse)
        // A response that an earlier attempt stored isn't used for this attempt unless the server confirms it.
        demand.isRepeated = run.isRepeated && demand.use != .only
        let signer = try await context.adapters.signer(of: request, isLocal: demand.staysLocal)
        context.identified(signer, of: request)
        if signer == .unknown { run.core.noteUnknownSigner(context.adapters.authentication) }
        let visit = CacheVisit(
            request, to: cache, since: moment, of: signer, over: run.core.connection(for: request).policy, demand,
            leavesRedirectsUnread: leavesRedirectsUnread)
        switch try visit.begin() {
        case .pass: return try await next.send(request, context, &attempt)
        case .answer(let response, let echoes): return await delivered(response, echoes, for: request, visit, context, &attempt)
        case .answerWhileValidating(let response, let stored):
            run.validate(stored, visit, context.plain?.request ?? request, by: context.adapters)
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
                    try await context.adapters.signer(of: exchange.visit.request, isLocal: true) == exchange.visit.signer
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
        attempt.report(request, by: context.run)
        let result = await Wire(context, stored: response).answer(to: request, of: visit.request, by: visit.signer, attempt.chain)
        var end = ExchangeResult(sent: request, result: result)
        end.echoes = echoes
        return end
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

        func received(_ response: HTTPResponse, to sent: HTTPRequest, _ context: ExchangeContext) -> HTTPResponse {
            taken(sending?.received(response)) ?? response
        }

        func received(_ stream: HTTPResponseStream, to sent: HTTPRequest, _ context: ExchangeContext) -> HTTPResponseStream {
            taken(sending?.received(stream)) ?? stream
        }

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
