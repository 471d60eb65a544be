/// Follows redirects one after the other, until the rules return no next request.
struct RedirectFollower {
    let rules: RedirectRules
    /// Applies the configuration's authentication.
    let authenticate: (inout HTTPRequest) async throws -> Void
    let send: (HTTPRequest) async throws -> Answer

    /// Follows `answer`, the response to the last request of the chain, if it is a redirect.
    func follow(_ answer: Answer, on chain: inout RedirectChain) async throws -> Answer {
        var answer = answer
        while var next = try rules.next(after: chain.requests, chain.plain, response: answer.response) {
            chain.append(next, answering: answer.response.status)
            // Authenticates only requests to the configuration's origin that no other origin has led to.
            try await authenticate(&next)
            chain.last = next
            try next.validate()
            try Task.checkCancellation()
            answer = try await send(next)
            if answer.response.address == nil { answer.response.address = next.urlText }
        }
        return answer
    }
}
