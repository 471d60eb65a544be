extension CallRun {
    /// The maximum number of challenges that are answered for one request.
    private static let answerLimit = 2

    /// Sends a request again as long as the authentication answers the responses.
    ///
    /// - Parameter plain: the request before it was signed.
    func answeringChallenges(_ first: HopEnd, _ plain: HTTPRequest, _ hop: inout Hop) async throws -> HopEnd {
        var (end, plain) = (first, plain)
        while hop.answers < Self.answerLimit, timeline.count + 1 < CallBounds.attemptLimit {
            guard case .success(let answer) = end.result, let signature else { break }
            // The challenge may have set a cookie.
            let moment = try core.jar?.moment ?? 0
            let other = try withOtherCookies(plain, hop)
            let again = other ?? plain
            guard let next = try await hop.adapters.answer(answer.response, to: end.sent, signature, repeating: again) else { break }
            // A response that the authentication rejects must not be stored for later calls.
            if answer.response.status.isSuccess { hop.exchange?.discard() }
            if other != nil { (hop.exchange, hop.moment) = (nil, moment) }
            plain = again
            hop.answers += 1
            try begin(after: end)
            self.signature = next.1
            let signed = try await entered(next.0, plain, &hop)
            end = HopEnd(sent: signed, result: await moved(signed, of: plain, hop))
        }
        return end
    }

    /// Returns an answer that may be sent now, and holds a slot. If a token of a request with several credentials has changed meanwhile, all of
    /// them sign the request again.
    private func entered(_ answer: HTTPRequest, _ plain: HTTPRequest, _ hop: inout Hop) async throws -> HTTPRequest {
        var (signed, turn) = (answer, 1)
        while true {
            try checkSender(of: signed, plain, &hop)
            try hop.adapters.checkWriter(signature, of: signed, cookiesSince: hop.moment)
            try await enter { try signed.validate() }
            if turn == Self.turnLimit { return signed }
            if await hop.adapters.areTokensCurrent(in: signature) { return signed }
            leave(keepingStream: false)
            turn += 1
            try await hop.adapters.awaitTokens()
            guard let (again, signature) = try await hop.adapters.authenticated(plain, isLast: false) else { continue }
            (signed, self.signature) = (again, signature)
        }
    }

    /// Notes an attempt that ended with a challenge, and begins the next attempt with the same request.
    private func begin(after end: HopEnd) throws {
        guard let authentication = adapters?.authentication?.authentication else { return }
        noteLast(end.sent)
        append(record(of: end.sent, end.result))
        timeline.end(by: type(of: authentication), wait: .zero)
        reporter?.report(type(of: authentication), .restarted)
        goBack(after: .zero, isChallenge: true)
        try begin()
    }
}
