internal import Synchronization

/// One request of an attempt: the first one, or the one to which a redirect leads.
struct Hop {
    /// Before it is signed, and before it gets cookies.
    let plain: HTTPRequest
    let isFirst: Bool
    /// Whether a request of the call has come to the network, which the retry budget counts once for each call.
    var isCounted: Bool
    /// As it was sent; before that, ``plain``.
    var sent: HTTPRequest

    init(plain: HTTPRequest, isFirst: Bool, isCounted: Bool) {
        (self.plain, self.isFirst, self.isCounted, sent) = (plain, isFirst, isCounted, plain)
    }
}

extension CallRun {
    /// The answer to one request: it gets its cookies, and is answered by the cache or sent.
    func answered(_ hop: inout Hop, by adapters: AdapterChain, over wire: Wire) async throws -> Answer {
        (signature, echoes) = (nil, nil)
        var answer: Answer
        if core.jar == nil, core.cache == nil {
            answer = try await sent(hop.plain, &hop, by: adapters, over: wire)
        } else {
            let request = try preparing(hop) { try core.jar?.adding(to: hop.plain) ?? hop.plain }
            hop.sent = request
            answer = try await remembered(request, &hop, by: adapters, over: wire)
        }
        if answer.response.address == nil { answer.response.address = hop.sent.urlText }
        return answer
    }

    // MARK: The look-up

    private func remembered(_ request: HTTPRequest, _ hop: inout Hop, by adapters: AdapterChain, over wire: Wire) async throws -> Answer {
        guard let visit = try await visit(of: request, hop, by: adapters) else {
            return try await sent(request, &hop, by: adapters, over: wire)
        }
        switch try visit.begin() {
        case .pass: return try await sent(request, &hop, by: adapters, over: wire)
        case .answer(let response, let echoes):
            self.echoes = echoes
            return try await deliver(response, for: hop, over: wire)
        case .answerWhileValidating(let response, let stored):
            self.echoes = stored.echoes
            validate(stored, visit, by: adapters)
            return try await deliver(response, for: hop, over: wire)
        case .send(let exchange): return try await sent(exchange, &hop, by: adapters, over: wire)
        }
    }

    /// nil without a cache.
    private func visit(of request: HTTPRequest, _ hop: Hop, by adapters: AdapterChain) async throws -> CacheVisit? {
        guard let cache = core.cache else { return nil }
        // A request that may not be sent may not be answered either.
        try preparing(hop) { try request.validate() }
        let moment = cache.moment
        let signer = try await adapters.signer(of: request)
        if signer == .unknown { core.noteUnknownSigner() }
        let connection = core.connection(for: request).policy
        var demand = CacheDemand(request, cache.policy.isOffline ? .only : modifiers?.options.cacheUse ?? .standard)
        // What an earlier attempt has stored isn't the answer to this one, unless the server confirms it.
        demand.isRepeated = (attempt.number > 1 || membership.isValidation) && demand.use != .only
        return CacheVisit(
            cache: cache, request: request, signer: signer, key: RequestKey(request, of: signer, over: connection),
            socket: connection.unixSocket, demand: demand, leavesRedirectsUnread: core.policies.redirects.limit > 0,
            findsPublic: core.unknownSigner.withLock { $0.keepsURL == true }, moment: moment)
    }

    private func deliver(_ response: HTTPResponse, for hop: Hop, over wire: Wire) async throws -> Answer {
        if hop.isFirst { reporter?.report(.adapted(hop.sent)) }
        var wire = wire
        wire.stored = response
        return try await body.send(hop.sent, over: wire)
    }

    /// Sends a request whose response may be stored, or may validate what is stored.
    private func sent(_ first: CacheExchange, _ hop: inout Hop, by adapters: AdapterChain, over wire: Wire) async throws -> Answer {
        var exchange = first
        while true {
            do {
                let answer = try await sent(exchange.request, &hop, by: adapters, over: wire, exchange)
                if answer.response.source != .network { echoes = exchange.echoes }
                return answer
            } catch let again as CacheExchange.SentAgain {
                exchange = again.exchange
            } catch let other as OtherSigner {
                // Somebody else has signed in since the look-up, whom what was found doesn't concern.
                return try await sent(other.request, &hop, by: adapters, over: wire)
            } catch {
                guard !(error is NotSent), let stale = exchange.staleAnswer(after: error) else { throw error }
                echoes = exchange.echoes
                var wire = wire
                wire.stored = stale
                return try await body.send(hop.sent, over: wire)
            }
        }
    }

    private struct OtherSigner: Error {
        let request: HTTPRequest
    }

    // MARK: The wire

    /// Signs a request, and sends it. If the authentication answers a challenge, the request is sent again.
    private func sent(
        _ request: HTTPRequest, _ hop: inout Hop, by adapters: AdapterChain, over wire: Wire, _ exchange: CacheExchange? = nil
    ) async throws -> Answer {
        if !hop.isCounted {
            hop.isCounted = true
            bounds.budget.countCall(at: start, of: core.clock)
        }
        (hop.sent, signature) = try await ready(request, hop, by: adapters)
        if let visit = exchange?.visit, request.onlyReads, !isSigned(as: visit.signer, hop.sent, request) {
            leave(keepingStream: false)
            throw OtherSigner(request: visit.request)
        }
        var answers = 0
        while true {
            var answer = try await moved(hop.sent, over: wire, exchange)
            guard core.answersChallenges, let signature, answers < 2, timeline.count + 1 < CallBounds.attemptLimit else { return answer }
            let next = try await adapters.answer(answer.response, to: hop.sent, signature, repeating: request)
            guard let next else { return answer }
            if answer.response.address == nil { answer.response.address = hop.sent.urlText }
            try repeated(afterChallenge: answer, to: hop)
            (hop.sent, self.signature) = next
            answers += 1
            try await enter { try hop.sent.validate() }
        }
    }

    /// Moves the bytes of a request and its response. The place is given back with the response.
    private func moved(_ request: HTTPRequest, over wire: Wire, _ exchange: CacheExchange?) async throws -> Answer {
        var wire = wire
        if let exchange { wire.exchange = exchange.sending(request) }
        defer { if !request.onlyReads { core.sharedRuns?.retire(request, socket: core.connection(for: request).policy.unixSocket) } }
        do {
            let answer = try await body.send(request, over: wire)
            leave(keepingStream: answer.content != nil)
            return answer
        } catch {
            leave(keepingStream: false)
            throw error
        }
    }

    /// Whether the request was signed by whom the cache was asked for.
    private func isSigned(as signer: Signer, _ sent: HTTPRequest, _ request: HTTPRequest) -> Bool {
        if signer == .nobody { return true }
        if signer == .unknown {
            let keepsURL = sent.urlText == request.urlText
            core.unknownSigner.withLock { $0.keepsURL = keepsURL && $0.keepsURL != false }
        }
        return Signer(signature?.identity) == signer
    }

    /// Notes an attempt that ended with a challenge, and begins the next one with the same request.
    private func repeated(afterChallenge answer: Answer, to hop: Hop) throws {
        guard let authentication = core.authentication else { return }
        noteLast(hop)
        let record = record(of: hop.sent, .success(answer))
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

    /// Validates a stale response that is already in use (RFC 5861, section 3). The request's timeout and the end of the client limit this.
    private func validate(_ stored: StoredResponse, _ visit: CacheVisit, by adapters: AdapterChain) {
        let run = CallRun(.validation, of: self, adapters)
        let (cache, method) = (visit.cache, visit.request.method)
        core.background.start {
            switch await run.end(first: nil).result {
            case .success(let response):
                cache.endValidation(method, stored, hasFailed: response.source == .stale || response.status.rawValue >= 400)
            case .failure(let error):
                // Who may no longer have it is told so by the next call.
                if [401, 403].contains((error as? APIError)?.response?.status.rawValue) { cache.remove(stored) }
                // A cancel isn't a failure, after which another client would wait.
                cache.endValidation(method, stored, hasFailed: !Task.isCancelled)
            }
        }
    }
}
