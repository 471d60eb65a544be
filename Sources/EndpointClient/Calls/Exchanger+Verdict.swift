extension Exchanger {
    enum Verdict<Value: Sendable> {
        case made(Made<Value>)
        case restart(after: Duration)
    }

    final class Made<Value: Sendable>: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// Whether the response is a success that no decision before the parser would change. Nearly all responses are, and running all
    /// decisions costs as much as the rest of the call.
    func isParsedAtOnce(_ record: AttemptRecord) -> Bool {
        guard let status = record.status, status.isSuccess, status != .partialContent, !bounds.retriesSuccesses else { return false }
        for decision in decisions where decision.judgesSuccesses { return type(of: decision) == ParseDecision.self }
        return false
    }

    func parsed<Value: Sendable>(_ record: AttemptRecord, _ make: Make<Value>) throws -> Value {
        let answer = try record.result.get()
        timeline.end(by: ParseDecision.self)
        let value: Value
        do { value = try made(from: answer, make) } catch {
            reporter?.report(ParseDecision.self, .failed)
            throw error
        }
        reporter?.report(ParseDecision.self, .done, making: Value.self)
        return value
    }

    /// Makes the value with the caller's code, whose errors stay as they are.
    func made<Value>(from answer: Answer, _ make: Make<Value>) throws -> Value {
        isMaking = true
        let value = try make(answer, decoder)
        isMaking = false
        if isMeasured { response = answer.response }
        return value
    }

    func verdict<Value: Sendable>(on record: AttemptRecord, _ make: @escaping Make<Value>) async throws -> Verdict<Value> {
        var context = DecisionContext(record, make: make, decoder: decoder, interruption: interruption)
        for decision in decisions {
            guard let action = await action(of: decision, on: context) else { continue }
            reporter?.report(type(of: decision), action.verdict, making: Value.self)
            switch action {
            case .continueWith(let response): context.replace(response)
            case .passed(let obstacle): timeline.obstacle = obstacle
            case .done(let value):
                timeline.end(by: type(of: decision))
                if isMeasured { response = context.response }
                return .made(Made(value))
            case .errored(let error):
                timeline.end(by: type(of: decision))
                if decision is ParseDecision { isMaking = true }
                throw error
            case .restart(let wait):
                try restart(after: wait, by: decision, of: record, context.response)
                return .restart(after: wait)
            case .restartWith(let others, let wait):
                decisions = others
                try restart(after: wait, by: decision, of: record, context.response)
                return .restart(after: wait)
            }
        }
        throw context.undecided
    }

    /// Returns nil if the decision doesn't apply.
    private func action<Value>(of decision: any ResponseDecision, on context: DecisionContext<Value>) async -> DecisionAction<Value>? {
        do {
            if decision is any AwaitedInPlace { return try await decision.action(on: context) }
            return try await interruption.waiting { try await decision.action(on: context) }
        } catch { return .errored(error) }
    }

    private func restart(
        after wait: Duration, by decision: any ResponseDecision, of record: AttemptRecord, _ response: HTTPResponse?
    ) throws {
        timeline.end(by: type(of: decision))
        guard timeline.count < CallBounds.attemptLimit else {
            throw APIError(
                .restartLimit, "The call was given up after \(timeline.count) attempts because its decisions kept restarting it.",
                response: response)
        }
        let longest = decision.maxRetryAfter ?? bounds.retry.maxRetryAfter
        guard wait <= longest else {
            throw APIError(
                .restartLimit,
                "The call was given up because \(DecisionName.text(of: type(of: decision))) would wait \(wait.inSeconds) before the next "
                    + "attempt, and maxRetryAfter is \(longest.inSeconds).", response: response)
        }
        timeline.end(by: type(of: decision), wait: wait)
        goBack(after: wait, isChallenge: decision is RefreshTokenDecision)
    }
}

extension ResponseDecision {
    fileprivate func action<Value>(on context: DecisionContext<Value>) async throws -> DecisionAction<Value>? {
        try await shouldApply(to: context) ? try await apply(to: context) : nil
    }
}

extension DecisionContext {
    /// The error of an attempt that no decision ended: the transport's error, if there is one.
    fileprivate var undecided: any Error {
        switch result {
        case .failure(let error): error
        case .success(let response):
            APIError(.undecided, "No decision gave a verdict on the response \(response.status).", response: response)
        }
    }
}
