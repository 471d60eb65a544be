extension Call {
    /// The same call, which the service performs only if the resource hasn't changed since an earlier response (RFC 9110, section 13.1).
    /// Use it for a change, so that it doesn't overwrite another one.
    ///
    ///     let seen = try await client.hero(1).response
    ///     try await client.rename(1, to: "Hulk").ifUnchanged(since: seen).value
    ///
    /// The request carries the earlier `ETag` in `If-Match`, or, if there is none or only a weak one, the earlier `Last-Modified` in
    /// `If-Unmodified-Since`. If the earlier response had neither, the call fails with ``APIError/Code/invalidRequest``, and nothing is sent.
    /// The earlier response must come from the same resource.
    ///
    /// If the resource has changed, the service answers 412, and the call fails with ``APIError/Code/badStatus``, whose response has the status
    /// ``HTTPStatus/preconditionFailed``. If an attempt of the call was lost, that attempt may be the change: the message says so.
    public func ifUnchanged(since earlier: Response<some Sendable>) -> Call {
        let tag = earlier.headers["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        let condition =
            tag.map { Condition(name: "If-Match", validator: $0) }
            ?? earlier.headers["Last-Modified"].map { Condition(name: "If-Unmodified-Since", validator: $0) }
        return adapting(condition ?? Condition(name: "If-Match", validator: nil)).deciding { [PreconditionFailedDecision()] + $0 }
    }
}

/// Adds the precondition that depends on an earlier response.
struct Condition: RequestAdapter, AwaitedInPlace {
    let name: String
    /// nil if the earlier response has none, so that the request can't be sent.
    let validator: String?

    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        guard let validator else {
            throw APIError(
                .invalidRequest,
                "The call can't depend on the earlier response, which has neither a strong ETag nor a Last-Modified; nothing was sent.")
        }
        request.headers[name] = validator
        return request
    }
}

/// Explains a 412, which another decision judges.
private struct PreconditionFailedDecision: ResponseDecision, AwaitedInPlace {
    var judgesSuccesses: Bool { false }

    func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool { context.status == .preconditionFailed }

    func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
        let response = try context.result.get()
        guard let judge = context.decisions.lazy.compactMap({ $0 as? BadStatusDecision }).first,
            case .errored(let error) = try await judge.apply(to: context), var failure = error as? APIError
        else { return .continueWith(response) }
        let cause = context.attempt > 1 ? ", perhaps by an earlier attempt of this call" : ""
        failure.message = "The resource has changed since the earlier response\(cause). \(failure.message)"
        return .errored(failure)
    }
}
