/// Judges what came of an attempt, and says what happens next. The decisions of a call are asked in order until one of them ends it.
///
///     struct MaintenanceDecision: ResponseDecision {
///         func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> {
///             let response = try exchange.result.get()
///             return response.status == 503 ? .restart(after: .seconds(5)) : .continueWith(response)
///         }
///     }
public protocol ResponseDecision: Sendable {
    /// False passes the exchange on to the next decision. By default true when a response arrived: a decision that judges failures
    /// of the transport says so here.
    func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool

    /// An error thrown here is the same as ``DecisionAction/errored(_:)``.
    func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value>
}

extension ResponseDecision {
    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool { exchange.status != nil }
}
