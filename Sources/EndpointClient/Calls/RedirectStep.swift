/// Follows redirects one after another. Each request passes the steps that follow.
struct RedirectStep: ExchangeStep {
    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let plain = request
        var end = try await next.send(plain, context, &attempt)
        note(end, context, &attempt)
        if end.isRedirection {
            // Only the first request may remain unsent; the decisions judge any later error.
            do { try await follow(&end, plain, context, &attempt, next) } catch { end.result = .failure(error) }
        }
        return end
    }

    private func follow(
        _ end: inout ExchangeResult, _ plain: HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws {
        while true {
            let response = try end.result.get().response
            var chain = attempt.chain?.chain ?? RedirectChain(end.sent, plain: plain)
            let rules = RedirectRules(context.exchanger.adapters.provenance)
            guard let request = try rules.next(after: chain.requests, chain.plain, response: response) else { return }
            try await wait(askedBy: response, context.exchanger) { rules.refusal(of: request, after: chain.last, response, $0) }
            chain.append(request, answering: response.status)
            attempt.follow(chain)
            try Task.checkCancellation()
            let last = try await next.send(request, context, &attempt)
            note(last, context, &attempt)
            (end.result, end.signature) = (last.result, last.signature)
        }
    }

    private func note(_ end: borrowing ExchangeResult, _ context: ExchangeContext, _ attempt: inout AttemptState) {
        // After an earlier attempt, even the first request may be the last one of a chain.
        attempt.noteLast(end.sent)
        context.exchanger.adapters.provenance.echoes = end.echoes
    }

    /// Waits before a redirect is followed, if the server asks for a wait (RFC 9110, section 10.2.3).
    private func wait(
        askedBy response: HTTPResponse, _ exchanger: Exchanger, orThrow refusal: (_ reason: String) -> APIError
    ) async throws {
        guard response.source == .network, let wait = RetryAfter(response)?.wait, wait > .zero else { return }
        let longest = exchanger.bounds.retry.maxRetryAfter
        if wait > longest {
            throw refusal("its Retry-After is \(wait.inSeconds), and maxRetryAfter is \(longest.inSeconds)")
        }
        if let left = exchanger.timeLeft, wait >= left {
            throw refusal("its Retry-After of \(wait.inSeconds) would end after the deadline")
        }
        try await exchanger.pause(wait)
    }
}
