extension CallRun {
    /// The maximum number of answers to the challenges of one request.
    private static let answerLimit = 2

    /// Sends a request again as long as the authentication answers the responses to it.
    ///
    /// - Parameter plain: the request before it was signed.
    func answeringChallenges(
        _ first: HopEnd, _ plain: HTTPRequest, by adapters: AdapterChain, over wire: Wire, _ exchange: CacheExchange?
    ) async throws -> HopEnd {
        var end = first
        while end.answers < Self.answerLimit, timeline.count + 1 < CallBounds.attemptLimit {
            guard case .success(let answer) = end.result, let signature,
                let next = try await adapters.answer(answer.response, to: end.sent, signature, repeating: plain)
            else { break }
            // What the authentication refuses isn't the answer to a later call either.
            if answer.response.status.isSuccess { exchange?.discard() }
            try repeated(after: end)
            self.signature = next.1
            note(Signer(next.1?.identity), of: plain)
            if let exchange, !isSigned(as: exchange.visit.signer, next.0, plain) {
                throw OtherSigner(request: exchange.visit.request, answers: end.answers + 1)
            }
            try await enter { try next.0.validate() }
            var again = HopEnd(sent: next.0, result: await moved(next.0, of: plain, over: wire, exchange))
            again.answers = end.answers + 1
            end = again
        }
        return end
    }

    /// Notes an attempt that ended with a challenge, and begins the next one with the same request.
    private func repeated(after end: HopEnd) throws {
        guard let authentication = core.authentication else { return }
        noteLast(end.sent)
        append(record(of: end.sent, end.result))
        timeline.end(by: type(of: authentication), wait: .zero)
        reporter?.report(type(of: authentication), .restarted)
        goBack(after: .zero, isChallenge: true)
        try begin()
    }
}
