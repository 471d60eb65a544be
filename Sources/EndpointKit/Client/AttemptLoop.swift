/// Runs one call to its one outcome. This is all there is between an endpoint and its value:
///
/// 1. Build the request, once, and choose the decisions.
/// 2. Stop if the task is cancelled.
/// 3. Adapt: the client's adapters, the endpoint's, then authentication, if the endpoint wants it and the request goes to the
///    configuration's own origin. Check that what they made may go on the wire.
/// 4. Send it with the transport, and follow the redirects it is answered with.
/// 5. Ask the decisions in order, until one ends the attempt: with a value, an error, or a restart.
/// 6. On a restart wait as long as it says, and go to 2; too many restarts end the call.
struct AttemptLoop<Value: Sendable> {
    let operation: any CallOperation<Value>
    var progress: ProgressHandler?

    /// How a call that succeeded ended: apart from its value, so that it doesn't depend on the value's layout.
    struct Ending {
        let last: AttemptRecord
        let earlier: [Attempt]
    }

    func run() async throws -> (value: Value, ending: Ending) {
        let client = operation.client
        let start = client.clock.now
        client.bounds.budget.countCall()
        let built = try operation.builtRequest()
        let transport = try operation.transport(
            over: progress.map { ReportingTransport(base: client.transport, report: $0) } ?? client.transport, for: built)
        var decisions = operation.decisions()
        var attemptStart = Duration.zero
        var earlier: [Attempt] = []

        while true {
            try Task.checkCancellation()
            var request = built
            do {
                for adapter in client.adapters { request = try await adapter.adapt(consume request) }
                for adapter in operation.adapters { request = try await adapter.adapt(consume request) }
                // What authentication adds is known as such: it doesn't follow a redirect to another origin.
                request.beginAdditions()
                if let authentication = client.authentication, operation.isAuthenticated, request.origin == client.builder.origin {
                    request = try await authentication.authenticate(consume request)
                }
                try request.validate()
            } catch {
                try Task.checkCancellation()
                throw Self.completed(error, request: built, attempts: earlier)
            }

            let result: Result<HTTPResponse, any Error>
            var redirects: [Redirect] = []
            do {
                let response = try await transport.send(request)
                result = .success(
                    response.status.isRedirection
                        ? try await follow(response, to: request, over: transport, recording: &redirects) : response)
            } catch {
                // A transport that fails while the task is cancelled failed because of it.
                try Task.checkCancellation()
                result = .failure(error)
            }

            var record = AttemptRecord(
                request: request, redirects: redirects, result: result, number: earlier.count + 1, start: attemptStart,
                elapsed: client.clock.now - start, decisions: decisions, bounds: client.bounds)
            var delay: Duration?
            for decision in decisions {
                let exchange = Exchange(record: record, operation: operation)
                guard decision.shouldApply(to: exchange) else { continue }
                let action: DecisionAction<Value>
                do {
                    action = try await decision.apply(to: exchange)
                } catch {
                    throw Self.completed(error, request: record.request, attempts: earlier + [record.summary])
                }
                switch action {
                case .done(let value): return (value, Ending(last: record, earlier: earlier))
                case .errored(let error): throw Self.completed(error, request: record.request, attempts: earlier + [record.summary])
                case .continueWith(let response): record = record.with(response)
                case .restart(let wait): delay = wait
                case .restartWith(let others, let wait): (decisions, delay) = (others, wait)
                }
                if delay != nil { break }
            }

            earlier.append(record.summary)
            guard let delay else { throw Self.undecided(record, attempts: earlier) }
            guard earlier.count < client.policies.restartLimit else {
                throw APIError(
                    .restartLimit, "The call was given up after \(earlier.count) attempts, as its decisions kept restarting it.",
                    request: record.request, response: record.response, attempts: earlier)
            }
            if delay > .zero { try await client.clock.sleep(for: delay) }
            attemptStart = client.clock.now - start
        }
    }

    private func follow(
        _ response: HTTPResponse, to request: HTTPRequest, over transport: any Transport, recording redirects: inout [Redirect]
    ) async throws -> HTTPResponse {
        let client = operation.client
        return try await RedirectFollower(
            rules: RedirectRules(limit: client.policies.redirects.limit), transport: transport,
            authentication: client.authentication
        ).follow(response, to: request, recording: &redirects)
    }

    /// No decision ended the attempt: the transport's own error, if there is one.
    private static func undecided(_ record: AttemptRecord, attempts: [Attempt]) -> any Error {
        switch record.result {
        case .failure(let error): completed(error, request: record.request, attempts: attempts)
        case .success(let response):
            APIError(
                .undecided, "No decision gave a verdict on the response \(response.status).", request: record.request,
                response: response, attempts: attempts)
        }
    }

    /// An error of ours says which request it is about and what was tried; others are the caller's own and stay as they are.
    private static func completed(_ error: any Error, request: HTTPRequest, attempts: [Attempt]) -> any Error {
        guard var error = error as? APIError else { return error }
        error.request = error.request ?? APIError.RequestSummary(request)
        if error.attempts.isEmpty { error.attempts = attempts }
        // Who keeps the error keeps neither a connection nor a file.
        error.response?.payload = nil
        return error
    }
}
