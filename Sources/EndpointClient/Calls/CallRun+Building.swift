extension CallRun {
    /// Waits until the call may begin, as an event stream does before it reconnects.
    func waitForStart(_ pause: @escaping @Sendable () async throws -> Void) async throws {
        try await handle.interruption.waiting(pause)
        // The deadline and the logged times start here.
        start = core.clock.now
        if reporter != nil { reporter = CallReporter(core: core, handle: handle, start: start, isInGroup: isInGroup) }
    }

    /// Reads the endpoint and the modifiers, and builds the request.
    func build() throws -> Exchanger {
        var bounds = core.bounds
        if let options = modifiers?.options, options.retry != nil || options.deadline != nil {
            bounds = CallBounds(
                retry: options.retry ?? bounds.retry, deadline: options.deadline ?? bounds.deadline, budget: bounds.budget)
        }
        if let deadline = bounds.deadline {
            handle.setDeadline(deadline, after: start, by: core.deadlines, coversBody: modifiers?.options.deadline != nil)
        }

        let endpoint = plan.endpoint
        var decisions = endpoint.decisions(from: core.decisions)
        var own = endpoint.adapters
        var credentials: [CredentialUse] = []
        let json = endpoint.json
        var request = try core.builder.request(
            for: endpoint, accept: plan.accept, json: json ?? core.json, credentials: &credentials)
        plan.edit?(&request)
        if let options = modifiers?.options {
            if !plan.isOperation {
                own += options.adapters
                for edit in options.decisions { decisions = edit(decisions) }
            }
            request.timeout = options.timeout ?? request.timeout
        }
        let authentication = Result { try core.credentials.authentication(for: credentials, of: endpoint) }
        let adapters = AdapterChain(
            core, handle.interruption, own: own, authentication: try? authentication.get(), isDownload: plan.isDownload,
            consume request)
        let exchanger = Exchanger(
            core, plan, modifiers, callID: handle.id, start: start, adapters, decisions,
            json.map { ResponseDecoder($0) } ?? core.decoder, bounds, reporter: reporter, isMeasured: isMeasured)
        // Even if the next lines throw, the error shows the request.
        self.exchanger = exchanger
        _ = try authentication.get()
        let progress = modifiers?.options.progress
        if !plan.isPlain || progress != nil || reporter?.followsProgress == true {
            let source = plan.isResuming ? exchanger.adapters.original.identity : nil
            exchanger.body = try BodyTransfer(plan.destination, of: handle, resuming: source, progress: progress, reporter: reporter)
        }
        return exchanger
    }
}

extension HTTPRequest {
    /// Identifies a resource, and may be written to a file: a digest of the URL without its secrets, because these may differ each time.
    fileprivate var identity: String {
        var bare = self
        let secrets = redaction.secrets
        bare.query.removeItems { secrets.hides(item: $0.name) }
        return MD5.hexDigest(of: bare.urlText)
    }
}
