/// Runs one call to its one outcome. This is all there is between an endpoint and its value:
///
/// 1. Build the request, once, and choose the decisions.
/// 2. Stop if the task is cancelled.
/// 3. Adapt: the client's adapters, the endpoint's, then authentication, if the endpoint wants it and the request goes to the
///    configuration's own origin. Check that what they made may go on the wire.
/// 4. Send it with the transport.
/// 5. Ask the decisions in order, until one ends the attempt: with a value, an error, or a restart.
/// 6. On a restart wait as long as it says, and go to 2; too many restarts end the call.
struct AttemptLoop<R: Request> {
    let operation: RequestOperation<R>

    private var client: APIClient { operation.client }

    func run() async throws -> Reply<R.Response> {
        let start = ContinuousClock.now
        let built = try client.builder.request(for: operation.request)
        var decisions = operation.request.decisions(from: client.decisions)
        var earlierAttempts: [Attempt] = []

        while true {
            try Task.checkCancellation()
            let number = earlierAttempts.count + 1
            let attemptStart = start.duration(to: .now)
            var request = built
            let result: Result<HTTPResponse, any Error>
            do {
                request = try await adapted(built)
                result = await sent(request)
            } catch {
                throw completed(error, request: request, attempts: earlierAttempts)
            }
            // A transport that fails while the task is cancelled failed because of it.
            if case .failure = result { try Task.checkCancellation() }

            let elapsed = start.duration(to: .now)
            let attempt = Attempt(number: number, start: attemptStart, duration: elapsed - attemptStart, outcome: .init(result))
            let exchange = Exchange<R.Response>(
                request: request, result: result, attempt: number, elapsed: elapsed, decisions: decisions, operation: operation)
            switch await verdict(on: exchange) {
            case .done(let value, let response):
                return Reply(value: value, response: response, earlierAttempts: earlierAttempts, lastAttempt: attempt)
            case .failed(let error):
                throw completed(error, request: request, attempts: earlierAttempts + [attempt])
            case .restart(let next, let delay):
                earlierAttempts.append(attempt)
                guard number < client.policies.restartLimit else {
                    throw APIError(
                        .restartLimit, "The call was given up after \(number) attempts, as its decisions kept restarting it.",
                        request: request, response: exchange.response, attempts: earlierAttempts)
                }
                decisions = next
                if delay > .zero { try await Task.sleep(for: delay) }
            }
        }
    }

    private func adapted(_ built: HTTPRequest) async throws -> HTTPRequest {
        var request = built
        for adapter in client.adapters { request = try await adapter.adapt(request) }
        for adapter in operation.request.adapters { request = try await adapter.adapt(request) }
        if let authentication = client.authentication, operation.request.isAuthenticated, request.origin == client.builder.origin {
            do {
                request = try await authentication.adapt(request)
            } catch let error where !(error is APIError || error is CancellationError) {
                throw APIError(.authentication, "The request could not be authenticated: \(error)", underlying: error)
            }
        }
        try request.validate()
        return request
    }

    private func sent(_ request: HTTPRequest) async -> Result<HTTPResponse, any Error> {
        do {
            return .success(try await client.transport.send(request))
        } catch {
            return .failure(error)
        }
    }

    private enum Verdict {
        case done(R.Response, HTTPResponse)
        case failed(any Error)
        case restart([any ResponseDecision], after: Duration)
    }

    private func verdict(on exchange: Exchange<R.Response>) async -> Verdict {
        var exchange = exchange
        for decision in exchange.decisions where decision.shouldApply(to: exchange) {
            do {
                switch try await decision.apply(to: exchange) {
                case .continueWith(let response): exchange.result = .success(response)
                case .restart(let delay): return .restart(exchange.decisions, after: delay)
                case .restartWith(let decisions, let delay): return .restart(decisions, after: delay)
                case .errored(let error): return .failed(error)
                case .done(let value): return .done(value, exchange.response ?? HTTPResponse(status: 0))
                }
            } catch {
                return .failed(error)
            }
        }
        switch exchange.result {
        case .failure(let error): return .failed(error)
        case .success(let response):
            return .failed(APIError(.undecided, "No decision gave a verdict on the response \(response.status).", response: response))
        }
    }

    /// An error of ours says which request it is about and what was tried; others are the caller's own and stay as they are.
    private func completed(_ error: any Error, request: HTTPRequest, attempts: [Attempt]) -> any Error {
        guard var error = error as? APIError else { return error }
        error.request = error.request ?? APIError.RequestSummary(request)
        if error.attempts.isEmpty { error.attempts = attempts }
        return error
    }
}

extension Attempt.Outcome {
    fileprivate init(_ result: Result<HTTPResponse, any Error>) {
        switch result {
        case .success(let response): self = .answered(response.status)
        case .failure(let error): self = .failed((error as? APIError)?.code ?? .connection)
        }
    }
}
