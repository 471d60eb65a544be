internal import Synchronization

/// What came of one request of an attempt: of the first one, or of one to which a redirect leads.
struct HopEnd {
    /// As it was sent, or would have been if no stored response had answered it.
    var sent: HTTPRequest
    /// Before it was signed, and before it got cookies; nil if it differs only by what the authentication added.
    var plain: HTTPRequest?
    let result: Result<Answer, any Error>
    /// How many challenges the authentication has answered.
    var answers = 0

    // Without a copy of the answer.
    var isRedirection: Bool { if case .success(let answer) = result { answer.response.status.isRedirection } else { false } }
}

extension CallRun {
    /// Answers one request: it gets its cookies, and is answered by the cache or sent. Throws if it could not be sent.
    ///
    /// - Parameters:
    ///   - isCounted: whether a request of the call has come to the network. The retry budget counts one for each call.
    ///   - isFirst: whether it is the first one of the attempt.
    func end(
        of plain: consuming HTTPRequest, isCounted: Bool, isFirst: Bool, by adapters: AdapterChain, over wire: Wire
    ) async throws -> HopEnd {
        (signature, echoes) = (nil, nil)
        if core.jar == nil, core.cache == nil {
            return try await transferred(consume plain, isCounted: isCounted, isFirst: isFirst, by: adapters, over: wire)
        }
        let request = if let jar = core.jar { try jar.adding(to: plain) } else { copy plain }
        var end = try await remembered(request, of: plain, isCounted: isCounted, isFirst: isFirst, by: adapters, over: wire)
        end.plain = plain
        return end
    }

    // MARK: The look-up

    private func remembered(
        _ request: HTTPRequest, of plain: HTTPRequest, isCounted: Bool, isFirst: Bool, by adapters: AdapterChain, over wire: Wire
    ) async throws -> HopEnd {
        guard let visit = try await visit(of: request, by: adapters) else {
            return try await transferred(request, isCounted: isCounted, isFirst: isFirst, by: adapters, over: wire)
        }
        switch try visit.begin() {
        case .pass: return try await transferred(request, isCounted: isCounted, isFirst: isFirst, by: adapters, over: wire)
        case .answer(let response, let echoes):
            self.echoes = echoes
            return await delivered(response, for: request, isFirst: isFirst, over: wire)
        case .answerWhileValidating(let response, let stored):
            echoes = stored.echoes
            validate(stored, visit, plain, by: adapters)
            return await delivered(response, for: request, isFirst: isFirst, over: wire)
        case .send(let exchange):
            return try await transferred(exchange, isCounted: isCounted, isFirst: isFirst, by: adapters, over: wire)
        }
    }

    /// nil without a cache.
    private func visit(of request: HTTPRequest, by adapters: AdapterChain) async throws -> CacheVisit? {
        guard let cache = core.cache else { return nil }
        // A request that may not be sent may not be answered either.
        try request.validate()
        let moment = cache.moment
        var demand = CacheDemand(request, cache.policy.isOffline ? .only : modifiers?.options.cacheUse ?? .standard)
        // What an earlier attempt has stored isn't the answer to this one, unless the server confirms it.
        demand.isRepeated = (attempt.number - refreshes > 1 || membership.isValidation) && demand.use != .only
        let signer = try await adapters.signer(of: request, isLocal: demand.staysLocal)
        note(signer, of: request)
        if signer == .unknown { core.noteUnknownSigner() }
        let connection = core.connection(for: request).policy
        return CacheVisit(
            cache: cache, request: request, signer: signer, key: RequestKey(request, of: signer, over: connection),
            socket: connection.unixSocket, demand: demand, leavesRedirectsUnread: core.policies.redirects.limit > 0,
            findsPublic: core.unknownSigner.withLock { $0.keepsURL == true }, moment: moment)
    }

    private func delivered(_ response: HTTPResponse, for request: HTTPRequest, isFirst: Bool, over wire: Wire) async -> HopEnd {
        if isFirst { reporter?.report(.adapted(request)) }
        var wire = wire
        wire.memory = Wire.Memory(stored: response)
        return HopEnd(sent: request, result: await answer(to: request, over: wire))
    }

    /// Sends a request whose response may be stored, or may validate what is stored.
    private func transferred(
        _ first: CacheExchange, isCounted: Bool, isFirst: Bool, by adapters: AdapterChain, over wire: Wire
    ) async throws -> HopEnd {
        var (exchange, answers) = (first, 0)
        while true {
            let end: HopEnd
            do {
                end = try await transferred(
                    exchange.request, isCounted: isCounted, isFirst: isFirst, by: adapters, over: wire, exchange, answers: answers)
            } catch let other as OtherSigner {
                // Somebody else has signed in since the look-up, whom what was found doesn't concern.
                return try await transferred(
                    other.request, isCounted: true, isFirst: false, by: adapters, over: wire, answers: other.answers)
            }
            answers = end.answers
            switch end.result {
            case .success(let answer):
                if answer.response.source != .network { echoes = exchange.echoes }
                return end
            case .failure(let again as CacheExchange.SentAgain): exchange = again.exchange
            case .failure(let error):
                guard let stale = exchange.staleAnswer(after: error) else { return end }
                echoes = exchange.echoes
                return await delivered(stale, for: end.sent, isFirst: false, over: wire)
            }
        }
    }

    /// A run that equal calls share tells them for whom it was.
    func note(_ signer: Signer, of request: HTTPRequest) {
        guard case .shared(let run, _) = membership else { return }
        run.note(signer, RequestKey(request, of: signer, over: core.connection(for: request).policy), isFirst: chain == nil)
    }

    /// Somebody else than the cache was asked for has signed a request.
    struct OtherSigner: Error {
        let request: HTTPRequest
        /// How many challenges the authentication has answered.
        let answers: Int
    }

    // MARK: The wire

    /// Signs a request, and sends it. If the authentication answers a challenge, the request is sent again.
    private func transferred(
        _ plain: consuming HTTPRequest, isCounted: Bool, isFirst: Bool, by adapters: AdapterChain, over wire: Wire,
        _ exchange: CacheExchange? = nil, answers: Int = 0
    ) async throws -> HopEnd {
        if !isCounted { bounds.budget.countCall(at: start, of: core.clock) }
        // Otherwise it isn't copied.
        var kept: HTTPRequest?
        if core.keepsSignatures || exchange != nil { kept = copy plain }
        let sent = try await ready(consume plain, by: adapters)
        if let kept { note(signature.map { Signer($0.identity) } ?? .nobody, of: kept) }
        if isFirst { reporter?.report(.adapted(sent)) }
        if let exchange, let kept, !isSigned(as: exchange.visit.signer, sent, kept) {
            leave(keepingStream: false)
            throw OtherSigner(request: exchange.visit.request, answers: answers)
        }
        var end = HopEnd(sent: sent, result: await moved(sent, of: kept, over: wire, exchange))
        end.answers = answers
        guard core.answersChallenges, let kept else { return end }
        return try await answeringChallenges(end, kept, by: adapters, over: wire, exchange)
    }

    /// Moves the bytes of a request and its response. The place is given back with the response.
    ///
    /// - Parameter plain: the request before it was signed; nil if nothing asks for it.
    func moved(
        _ request: HTTPRequest, of plain: HTTPRequest?, over wire: Wire, _ exchange: CacheExchange?
    ) async -> Result<Answer, any Error> {
        var wire = wire
        if let exchange { wire.memory = Wire.Memory(exchange: exchange.sending(request)) }
        let result = await answer(to: request, over: wire)
        if case .success(let answer) = result { leave(keepingStream: answer.content != nil) } else { leave(keepingStream: false) }
        if let runs = core.sharedRuns, let plain, !plain.onlyReads {
            runs.retire(plain, socket: core.connection(for: plain).policy.unixSocket)
        }
        return result
    }

    private func answer(to request: HTTPRequest, over wire: Wire) async -> Result<Answer, any Error> {
        do {
            // What redirects lead to without a signature belongs to whom the redirect was sent.
            if plan.isDownload, !wire.isStored, signature != nil || chain == nil {
                try body.keep(for: signature.map { Signer($0.identity) } ?? .nobody)
            }
            var answer = try await body.send(request, over: wire)
            if answer.response.address == nil { answer.response.address = request.urlText }
            return .success(answer)
        } catch { return .failure(error) }
    }

    /// Whether the request was signed by whom the cache was asked for. A write concerns everybody's stored responses.
    func isSigned(as signer: Signer, _ sent: HTTPRequest, _ request: HTTPRequest) -> Bool {
        if signer == .nobody || !request.onlyReads { return true }
        if signer == .unknown {
            let keepsURL = sent.urlText == request.urlText
            core.unknownSigner.withLock { $0.keepsURL = keepsURL && $0.keepsURL != false }
        }
        return Signer(signature?.identity) == signer
    }

    /// Validates a stale response that is already in use (RFC 5861, section 3). The request's timeout and the end of the client limit this.
    private func validate(_ stored: StoredResponse, _ visit: CacheVisit, _ plain: HTTPRequest, by adapters: AdapterChain) {
        // Only this request: a redirect may have led to it from a write.
        let run = CallRun(.validation, of: self, adapters, sending: plain)
        let (cache, method) = (visit.cache, visit.request.method)
        core.background.start {
            switch await run.end(first: nil).result {
            case .success(let response):
                cache.endValidation(method, stored, hasFailed: response.source == .stale || response.status.rawValue >= 400)
            case .failure(let error):
                // The next call gets the refusal itself.
                if [401, 403].contains((error as? APIError)?.response?.status.rawValue) { cache.remove(stored) }
                // A cancel isn't a failure, after which another client would wait.
                cache.endValidation(method, stored, hasFailed: !Task.isCancelled)
            }
        }
    }
}
