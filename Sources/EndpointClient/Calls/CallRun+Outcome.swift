extension CallRun {
    /// Delivers the value, or throws if the call was ended first.
    func succeed() throws {
        let facts = plan.isStream ? facts(reading: exchanger?.timeline.lastResponse) : nil
        let (ending, isRead) = handle.deliver(facts, telling: facts.flatMap { facts in reporter.map { Self.telling($0, facts.attempts) } })
        if let ending { throw failed(with: APIError(ending: ending)) }
        if isRead { reporter?.report(.finished(attempts)) }
    }

    /// Returns the error for the caller: `error`, or the ending if the call was ended first.
    func fail(with error: any Error) -> any Error {
        _ = handle.deliver()
        return failed(with: error)
    }

    private func failed(with error: any Error) -> any Error {
        let error = completed(error)
        reporter?.report(error.isCancellation ? .cancelled(error) : .failed(error))
        handle.tellGroups(of: error)
        return error
    }

    // Static, so that the closure retains neither the run nor its body.
    private static func telling(_ reporter: CallReporter, _ attempts: [Attempt]) -> @Sendable (CallHandle.BodyEnd) -> Void {
        { end in
            switch end {
            case .complete: reporter.report(.finished(attempts))
            case .failed(let error): reporter.report(error.isCancellation ? .cancelled(error) : .failed(error))
            case .released: reporter.report(.cancelled(APIError(.caller)))
            }
        }
    }

    /// If the call was ended from outside or its task was cancelled, returns an error that says so instead. Any other cancellation is a
    /// failure of this call. Adds the request and the attempts to an ``APIError``; other errors stay unchanged.
    private func completed(_ error: any Error) -> any Error {
        var error = error
        if let ending = handle.ending {
            error = APIError(ending: ending)
        } else if Task.isCancelled {
            handle.noteTaskCancellation()
            return CancellationError()
        } else if error.isCancellation, exchanger?.isMaking != true {
            // An error from a transform is the caller's own, and stays unchanged.
            error = APIError(
                .custom, "The call failed because something that it waited for was cancelled: \(error.sentence).", underlying: error)
        }
        guard var failure = facts().added(to: error) as? APIError else { return error }
        if handle.ending == nil { failure.noRetryReason = shared?.obstacle ?? exchanger?.timeline.obstacle }
        if failure.status == .unauthorized, failure.code == .badStatus, let advice = adviceOnCredentials {
            failure.message += " \(advice)"
        }
        return failure
    }

    /// - Parameter head: the response whose body is being read; nil if there is none.
    private func facts(reading head: HTTPResponse? = nil) -> CallFacts {
        CallFacts(
            request: plan.isOperation ? nil : exchanger?.lastRequest, head: head, attempts: attempts,
            decoder: exchanger?.decoder ?? core.decoder)
    }

    /// What the caller may do about a 401; nil if nothing is known about it.
    private var adviceOnCredentials: String? {
        guard let adapters = exchanger?.adapters, !adapters.original.isAway else { return nil }
        guard let authentication = adapters.authentication?.authentication else {
            if core.credentials.standard == nil { return nil }
            return "No credentials were sent, although the configuration has some: should the endpoint be authenticated?"
        }
        if let last = sent?.request, last.isAway, adapters.original.origin.isUpgraded(to: last.origin) {
            return "A redirect led to \(last.origin), which gets no credentials: use it as the base URL, or add it to the policies' "
                + "otherOrigins."
        }
        let name = DecisionName.text(of: type(of: authentication))
        return attempts.dropLast().last?.decision == name ? "\(name) had answered its challenge: check the credentials." : nil
    }
}
