extension CallRun {
    /// Waits until the call may begin, as an event stream does before it reconnects.
    func waitForStart(_ pause: @escaping @Sendable () async throws -> Void) async throws {
        try await handle.waiting(pause)
        // The deadline and what is logged count from here.
        start = core.clock.now
        if reporter != nil { reporter = CallReporter(core: core, handle: handle, start: start, isInGroup: isInGroup) }
    }

    /// Reads the endpoint and the modifiers, and makes the request.
    func build() throws -> AdapterChain {
        if let options = modifiers?.options, options.retry != nil || options.deadline != nil {
            bounds = CallBounds(
                retry: options.retry ?? core.bounds.retry, deadline: options.deadline ?? core.bounds.deadline, budget: core.bounds.budget)
        }
        if let deadline = bounds.deadline {
            handle.setDeadline(deadline, after: start, by: core.deadlines, coversBody: modifiers?.options.deadline != nil)
        }

        let endpoint = plan.endpoint
        decisions = endpoint.decisions(from: core.decisions)
        var own = endpoint.adapters
        var isAuthenticated = false
        let json = endpoint.json
        if let json { decoder = ResponseDecoder(json) }
        var request = try core.builder.request(
            for: endpoint, accept: plan.accept, json: json ?? core.json, isAuthenticated: &isAuthenticated)
        self.isAuthenticated = isAuthenticated
        plan.edit?(&request)
        if let options = modifiers?.options {
            if !plan.isOperation {
                own += options.adapters
                for edit in options.decisions { decisions = edit(decisions) }
            }
            request.timeout = options.timeout ?? request.timeout
        }
        let adapters = AdapterChain(
            core, handle, own: own, isAuthenticated: isAuthenticated, keepsSignatures: core.keepsSignatures || plan.isDownload,
            consume request)
        self.adapters = adapters
        if isAuthenticated, core.authentication == nil { throw Self.lacksAuthentication(endpoint) }
        if !plan.isPlain || reporter != nil || modifiers?.options.progress != nil { body = try transfer(adapters.original) }
        return adapters
    }

    private static func lacksAuthentication(_ endpoint: any Endpoint) -> APIError {
        APIError(
            .configuration,
            "\(type(of: endpoint.subject)) requires authentication, but the client's configuration has none. Set its "
                + "`authentication`, for example to `.bearer(token)`, or \"authentication\" in the settings file. With `.anonymous` the request "
                + "is sent without credentials.")
    }

    func transfer(_ request: HTTPRequest) throws -> BodyTransfer {
        let source = plan.isResuming ? request.identity : nil
        return try BodyTransfer(
            plan.destination, resuming: source, progress: modifiers?.options.progress, clock: core.clock, reporter: reporter)
    }
}

extension HTTPRequest {
    /// Identifies a resource, even in a file: a digest of the URL without its secrets, which may differ each time.
    fileprivate var identity: String {
        var bare = self
        let (secrets, added) = (redaction.secrets, Set(marksAdditions ? additions : []))
        bare.query.removeItems { secrets.hides(item: $0.name) || added.contains($0) }
        return MD5.hexDigest(of: bare.urlText)
    }
}
