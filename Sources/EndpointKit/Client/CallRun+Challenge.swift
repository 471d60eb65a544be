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
        for _ in 0..<Self.answerLimit where timeline.count + 1 < CallBounds.attemptLimit {
            guard case .success(let answer) = end.result, let signature,
                let next = try await adapters.answer(answer.response, to: end.sent, signature, repeating: plain)
            else { break }
            try repeated(after: end)
            self.signature = next.1
            try await enter { try next.0.validate() }
            end = HopEnd(sent: next.0, result: await moved(next.0, over: wire, exchange))
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
        timeline.settle()
        chain = chain?.chain.rewound(isChallenge: true).map(RedirectChain.Shared.init)
        refreshes += 1
        reporter?.report(.retry(after: .zero))
        try begin()
    }
}
