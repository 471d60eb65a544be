/// Follows redirects one after the other, until the rules return no next request.
struct RedirectFollower {
    let rules: RedirectRules
    /// Applies the configuration's authentication.
    let authenticate: (inout HTTPRequest) async throws -> Void
    let send: (HTTPRequest) async throws -> Answer

    /// Follows `answer`, the response to `request`, if it is a redirect. `request` becomes the last one that was sent.
    func follow(_ answer: Answer, to request: inout HTTPRequest, recording redirects: inout [Redirect]) async throws -> Answer {
        var answer = answer
        var chain = [request]
        while let next = try rules.next(after: request, in: chain, response: answer.response) {
            redirects.append(Redirect(status: answer.response.status, request: APIError.RequestSummary(request)))
            chain.append(next)
            // The location's query replaced the authenticated one, and a signature covers the location. Only requests to the
            // configuration's origin are authenticated, and a cross-origin redirect removed that, so a chain that comes back isn't
            // authenticated again.
            let isAuthenticated = (request.query.hasAdditions || request.headers.hasAdditions) && next.origin == request.origin
            request = next
            if isAuthenticated {
                request.headers.removeFields { _, isAddition in isAddition }
                try await authenticate(&request)
            }
            try request.validate()
            try Task.checkCancellation()
            answer = try await send(request)
            if answer.response.address == nil { answer.response.address = request.urlText }
        }
        return answer
    }
}
