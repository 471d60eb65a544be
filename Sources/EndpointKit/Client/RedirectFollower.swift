/// Sends what the rules make of one redirect after the other, until they leave a response as it is.
struct RedirectFollower {
    let rules: RedirectRules
    /// Adds what the configuration's authentication adds.
    let authenticate: (inout HTTPRequest) async throws -> Void
    /// `isAway` says that the chain has been at another origin, also where it came back.
    let send: (_ request: HTTPRequest, _ isAway: Bool) async throws -> Answer

    /// `request` is what `answer` is of.
    func follow(_ answer: Answer, to request: HTTPRequest, recording redirects: inout [Redirect]) async throws -> Answer {
        var answer = answer
        var request = request
        var chain = [request]
        var isAway = false
        while let next = try rules.next(after: request, in: chain, response: answer.response) {
            redirects.append(Redirect(status: answer.response.status, request: APIError.RequestSummary(request)))
            chain.append(next)
            // The location's query took the place of that which was authenticated. Only the configuration's own origin was sent anything by
            // authentication, and a request to another has lost it: so a chain that comes back isn't authenticated again.
            let isAuthenticated = request.query.hasAdditions && next.origin == request.origin
            request = next
            if isAuthenticated {
                request.headers.removeFields { _, isAddition in isAddition }
                try await authenticate(&request)
            }
            isAway = isAway || request.origin != chain.first?.origin
            try request.validate()
            try Task.checkCancellation()
            answer = try await send(request, isAway)
            if answer.response.address == nil { answer.response.address = request.urlText }
        }
        return answer
    }
}
