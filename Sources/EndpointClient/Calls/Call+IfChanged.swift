extension Call {
    /// The same call, whose value is nil if the resource hasn't changed since an earlier response, that is, if the service responds with
    /// 304 (RFC 9110, section 13.1).
    ///
    ///     let seen = try await client.hero(1).response
    ///     if let changed = try await client.hero(1).ifChanged(since: seen).value { show(changed) }
    ///
    /// The request carries the earlier `ETag` in `If-None-Match`, or, if there is none, the earlier `Last-Modified` in `If-Modified-Since`.
    /// If the earlier response had neither field, the service sends the whole resource again. The earlier response must come from the same
    /// endpoint.
    public func ifChanged(since earlier: Response<some Sendable>) -> Call<Value?> {
        let condition =
            earlier.headers["ETag"].map { Condition(name: "If-None-Match", validator: $0) }
            ?? earlier.headers["Last-Modified"].map { Condition(name: "If-Modified-Since", validator: $0) }
        let call = Call<Value?>(core, plan, options: options) { [make] answer, decoder in
            answer.response.status == .notModified ? nil : try make(answer, decoder)
        }
        guard let condition else { return call }
        return call.adapting(condition).deciding { [NotModifiedDecision()] + $0 }
    }
}

/// Returns the value for a 304, which other decisions would judge to be a failure.
private struct NotModifiedDecision: ResponseDecision, AwaitedInPlace {
    var judgesSuccesses: Bool { false }

    func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool { context.status == .notModified }

    func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
        .done(try context.decode(try context.result.get()))
    }
}
