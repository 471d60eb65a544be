/// Sends what the rules make of one redirect after the other, until they leave a response as it is.
struct RedirectFollower {
    let rules: RedirectRules
    let transport: any Transport
    let authentication: (any RequestAdapter)?

    /// `request` is what `response` answers.
    func follow(
        _ response: HTTPResponse, to request: HTTPRequest, recording redirects: inout [Redirect]
    ) async throws -> HTTPResponse {
        var response = response
        var request = request
        var chain = [request]
        while let next = try rules.next(after: request, in: chain, response: response) {
            redirects.append(Redirect(status: response.status, request: APIError.RequestSummary(request)))
            chain.append(next)
            let call = request.call
            request = try await authenticated(next, after: request)
            // Also of a request that authentication made anew.
            request.call = call
            try request.validate()
            try Task.checkCancellation()
            response = try await transport.send(request)
            if response.address == nil { response.address = request.urlText }
        }
        return response
    }

    /// The location's query took the place of that which was authenticated. Only the configuration's own origin was sent anything by
    /// authentication, and what goes elsewhere has lost it: so a chain that comes back isn't authenticated again.
    private func authenticated(_ next: HTTPRequest, after request: HTTPRequest) async throws -> HTTPRequest {
        guard let authentication, request.query.hasAdditions, next.origin == request.origin else { return next }
        var bare = next
        bare.headers.removeFields { _, isAddition in isAddition }
        return try await authentication.authenticate(bare)
    }
}
