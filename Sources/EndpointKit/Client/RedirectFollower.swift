/// Follows redirects one after the other, until the rules return no next request.
struct RedirectFollower {
    let rules: RedirectRules
    /// Authenticates a request, and waits until it may be sent.
    let place: (HTTPRequest) async throws -> HTTPRequest
    /// Gives the place back.
    let send: (HTTPRequest) async throws -> Answer

    /// Follows `answer`, the response to the last request of the chain, if it is a redirect.
    func follow(_ answer: Answer, on chain: inout RedirectChain) async throws -> Answer {
        var answer = answer
        while let next = try rules.next(after: chain.requests, chain.plain, response: answer.response) {
            chain.append(next, answering: answer.response.status)
            try Task.checkCancellation()
            // Only requests to the configuration's origin that no other origin has led to are authenticated.
            chain.last = try await place(next)
            answer = try await send(chain.last)
        }
        return answer
    }
}
