extension CallRun {
    /// Handles one request: adds cookies, then takes the response from the cache or sends the request. Throws if the request couldn't be
    /// sent.
    func end(of plain: consuming HTTPRequest, _ hop: consuming Hop) async throws -> HopEnd {
        signature = nil
        hop.adapters.provenance.echoes = nil
        if core.jar == nil, core.cache == nil { return try await transferred(consume plain, &hop) }
        hop.plain = copy plain
        let request = try withCookies(plain, &hop)
        var end: HopEnd
        do { end = try await remembered(request, &hop) } catch is OtherSender {
            // The stored response belongs to a user other than the one who sends the request now.
            hop.exchange = nil
            end = try await transferred(withCookies(plain, &hop), &hop)
        }
        end.plain = plain
        return end
    }

    private func withCookies(_ plain: HTTPRequest, _ hop: inout Hop) throws -> HTTPRequest {
        guard let jar = core.jar else { return plain }
        hop.moment = try jar.moment
        return try jar.adding(to: plain)
    }

    // MARK: The look-up

    private func remembered(_ request: HTTPRequest, _ hop: inout Hop) async throws -> HopEnd {
        guard let visit = try await visit(of: request, hop) else { return try await transferred(request, &hop) }
        switch try visit.begin() {
        case .pass: return try await transferred(request, &hop)
        case .answer(let response, let echoes):
            hop.adapters.provenance.echoes = echoes
            return await delivered(response, for: request, visit, hop)
        case .answerWhileValidating(let response, let stored):
            hop.adapters.provenance.echoes = stored.echoes
            validate(stored, visit, hop.plain ?? request, by: hop.adapters)
            return await delivered(response, for: request, visit, hop)
        case .send(let exchange):
            return try await transferred(exchange, &hop)
        }
    }

    /// Returns nil if the client has no cache.
    private func visit(of request: HTTPRequest, _ hop: borrowing Hop) async throws -> CacheVisit? {
        guard let cache = core.cache else { return nil }
        // A request that may not be sent must not be answered from the cache either.
        try request.validate()
        let moment = cache.moment
        var demand = CacheDemand(request, cacheUse)
        // A response that an earlier attempt stored isn't used for this attempt unless the server confirms it.
        demand.isRepeated = (attempt.number - refreshes > 1 || membership.isValidation) && demand.use != .only
        let signer = try await hop.adapters.signer(of: request, isLocal: demand.staysLocal)
        note(signer, of: request, hop)
        if signer == .unknown { core.noteUnknownSigner(hop.adapters.authentication) }
        return CacheVisit(
            request, to: cache, since: moment, of: signer, over: core.connection(for: request).policy, demand,
            leavesRedirectsUnread: core.policies.redirects.limit > 0)
    }

    var cacheUse: CacheUse { core.cache?.policy.isOffline == true ? .only : modifiers?.options.cacheUse ?? .standard }

    private func delivered(_ response: HTTPResponse, for request: HTTPRequest, _ visit: CacheVisit, _ hop: Hop) async -> HopEnd {
        if hop.isFirst { reporter?.report(.adapted(request)) }
        var wire = hop.wire
        wire.memory = Wire.Memory(stored: response)
        return HopEnd(sent: request, result: await answer(to: request, of: visit.request, signedBy: visit.signer, over: wire))
    }

    /// Sends a request whose response may be stored, or may validate a stored response.
    private func transferred(_ first: CacheExchange, _ hop: inout Hop) async throws -> HopEnd {
        var exchange = first
        while true {
            hop.exchange = exchange
            let end: HopEnd
            do { end = try await transferred(exchange.request, &hop) } catch {
                guard let stale = exchange.staleAnswer(insteadOfSending: error) else { throw error }
                hop.adapters.provenance.echoes = exchange.echoes
                return await delivered(stale, for: exchange.visit.request, exchange.visit, hop)
            }
            switch end.result {
            case .success(let answer):
                if answer.response.source != .network { hop.adapters.provenance.echoes = exchange.echoes }
                return end
            case .failure(let again as CacheExchange.SentAgain): exchange = again.exchange
            case .failure(let error):
                guard let stale = exchange.staleAnswer(after: error) else { return end }
                hop.adapters.provenance.echoes = exchange.echoes
                hop.isFirst = false
                return await delivered(stale, for: end.sent, exchange.visit, hop)
            }
        }
    }

    /// Notes the signer of a request, if equal calls share this run.
    func note(_ signer: Signer, of request: HTTPRequest, _ hop: borrowing Hop) {
        guard case .shared(let run, _) = membership else { return }
        let key = RequestKey(request, of: signer, over: core.connection(for: request).policy)
        run.note(signer, key, redirected: chain == nil ? nil : hop.plain ?? request)
    }

    /// Another user has signed in since the request got its cookies, or since the cache was consulted.
    struct OtherSender: Error {}

    /// Checks that the credentials belong to the same user as the cookies and the stored response. If the users differ and there is no
    /// stored response, the new response isn't stored.
    ///
    /// - Parameter plain: the request with its cookies, before it was signed.
    func checkSender(of sent: HTTPRequest, _ plain: HTTPRequest, _ hop: inout Hop) throws {
        let signer = signer
        note(signer, of: plain, hop)
        if let exchange = hop.exchange, exchange.visit.signer != .nobody, plain.onlyReads, signer != exchange.visit.signer {
            hop.exchange = nil
            if exchange.isValidation { throw OtherSender() }
        }
        // A service may set a cookie with each token.
        guard !hop.hasOtherCookies, !hop.adapters.waitsForNothing, try withOtherCookies(plain, hop) != nil else { return }
        hop.hasOtherCookies = true
        throw OtherSender()
    }

    /// The signer of the last request.
    private var signer: Signer { signature.map { Signer($0.identity) } ?? .nobody }

    /// Returns the request with the current cookies; nil if it already has them.
    func withOtherCookies(_ request: HTTPRequest, _ hop: borrowing Hop) throws -> HTTPRequest? {
        guard let jar = core.jar, let plain = hop.plain else { return nil }
        let other = try jar.adding(to: plain)
        return other.headers.values(for: "Cookie") == request.headers.values(for: "Cookie") ? nil : other
    }

    // MARK: The wire

    /// Signs a request and sends it. If the authentication answers a challenge, the request is sent again.
    private func transferred(_ plain: consuming HTTPRequest, _ hop: inout Hop) async throws -> HopEnd {
        // The request is copied only if the copy is needed.
        var kept: HTTPRequest?
        if hop.adapters.keepsSignatures || hop.exchange != nil { kept = copy plain }
        let sent = try await ready(consume plain, by: hop.adapters)
        do {
            if let kept { try checkSender(of: sent, kept, &hop) }
            try hop.adapters.checkWriter(signature, of: sent, cookiesSince: hop.moment)
        } catch {
            leave(keepingStream: false)
            throw error
        }
        if hop.isFirst { reporter?.report(.adapted(sent)) }
        hop.isFirst = false
        // Calls that wait for a slot aren't load yet, and must still count when they fail.
        if !hop.isCounted { bounds.budget.countCall() }
        hop.isCounted = true
        let end = HopEnd(sent: sent, result: await moved(sent, of: kept, hop))
        guard hop.adapters.authentication?.answersChallenges == true, let kept else { return end }
        return try await answeringChallenges(end, kept, &hop)
    }

    /// Transfers the request and its response. The slot is released when the response has arrived.
    ///
    /// - Parameter plain: the request before it was signed; nil if nothing needs it.
    func moved(_ request: HTTPRequest, of plain: HTTPRequest?, _ hop: borrowing Hop) async -> Result<Answer, any Error> {
        var wire = hop.wire
        if core.jar != nil || hop.exchange != nil {
            wire.memory = Wire.Memory(exchange: hop.exchange?.sending(request), cookiesSince: hop.moment)
        }
        let result = await answer(to: request, of: plain, signedBy: signer, over: wire)
        if case .success(let answer) = result { leave(keepingStream: answer.isStreamed) } else { leave(keepingStream: false) }
        if let runs = core.sharedRuns, let plain, !plain.onlyReads {
            let response = try? result.get().response
            runs.retire(plain.resourcesChanged(by: response, socket: core.connection(for: plain).policy.unixSocket))
        }
        return result
    }

    /// - Parameter plain: the request with its cookies, before it was signed. A download always has it.
    private func answer(
        to request: HTTPRequest, of plain: HTTPRequest?, signedBy signer: Signer, over wire: Wire
    ) async -> Result<Answer, any Error> {
        do {
            if plan.isDownload, let plain {
                let hop = (chain?.chain.requests.count ?? 1) - 1
                try body.keep(for: DownloadOwner(plain, of: signer, over: core.connection(for: plain).policy, atHop: hop), atHop: hop)
            }
            var answer = try await body.send(request, over: wire)
            if answer.response.address == nil { answer.response.address = request.urlText }
            return .success(answer)
        } catch { return .failure(error) }
    }

    /// Validates a stale response that a call receives at once (RFC 5861, section 3). The validation ends at the request's timeout, or with
    /// the client.
    private func validate(_ stored: StoredResponse, _ visit: CacheVisit, _ plain: HTTPRequest, by adapters: AdapterChain) {
        // Only this request is validated, because the redirect of a write may have led to it.
        let run = CallRun(.validation, of: self, adapters, sending: plain)
        let (cache, method) = (visit.cache, visit.request.method)
        core.background.start {
            switch await run.end(first: nil).result {
            case .success(let response):
                cache.endValidation(method, stored, hasFailed: response.source == .stale || response.status.rawValue >= 400)
            case .failure(let error):
                // The stored response is removed, so that the next call gets the refusal itself.
                if [401, 403].contains((error as? APIError)?.status?.rawValue) { cache.remove(stored) }
                // A cancellation doesn't count as a failure, because other clients wait after a failure.
                cache.endValidation(method, stored, hasFailed: !Task.isCancelled)
            }
        }
    }
}
