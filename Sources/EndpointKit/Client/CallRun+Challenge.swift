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
            if let exchange, !isSigned(as: exchange.visit.signer, next.0, plain) { throw OtherSigner(request: exchange.visit.request) }
            try await enter { try next.0.validate() }
            var again = HopEnd(sent: next.0, result: await moved(next.0, over: wire, exchange))
            again.answers = end.answers + 1
            end = again
        }
        return end
    }

    /// Notes an attempt that ended with a challenge, and begins the next one with the same request.
    private func repeated(after end: HopEnd) throws {
        guard let authentication = core.authentication else { return }
        noteLast(end.sent)
        let record = record(of: end.sent, end.result)
        timeline.append(record)
        timeline.end(by: type(of: authentication), wait: .zero)
        reporter?.report(.received(record.summary()), after: record.end)
        reporter?.report(type(of: authentication), .restarted)
        // Releases a body that nobody will read.
        timeline.settle()
        if plan.isStream { handle.leaveStream() }
        chain = chain?.chain.rewound(isChallenge: true).map(RedirectChain.Shared.init)
        refreshes += 1
        reporter?.report(.retry(after: .zero))
        try begin()
    }
}
