/// Judges the outcome of an attempt, and chooses what happens next. A call asks its decisions in order until one of them ends the attempt.
///
///     struct MaintenanceDecision: ResponseDecision {
///         func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> {
///             let response = try exchange.result.get()
///             return response.status == 503 ? .restart(after: .seconds(5)) : .continueWith(response)
///         }
///     }
public protocol ResponseDecision: Sendable {
    /// Whether this decision judges the exchange; false skips it. By default true if there is a response, so a decision that judges
    /// failures of the transport must implement this.
    func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool

    /// Judges the exchange. A thrown error counts as ``DecisionAction/errored(_:)``. A call that a cancel or its deadline ends meanwhile
    /// doesn't wait for this.
    func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value>

    /// Judges the exchange without waiting: see ``SynchronousDecision``. After nil, the default, the call uses ``apply(to:)``.
    func verdict<Value>(on exchange: Exchange<Value>) throws -> DecisionAction<Value>?
}

extension ResponseDecision {
    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool { exchange.status != nil }

    public func verdict<Value>(on exchange: Exchange<Value>) throws -> DecisionAction<Value>? { nil }
}

/// A decision that never waits. It runs in the task of the call; other decisions need an extra task.
///
///     struct GoneDecision: SynchronousDecision {
///         func judge<Value>(_ exchange: Exchange<Value>) throws -> DecisionAction<Value> {
///             let response = try exchange.result.get()
///             return response.status == 410 ? .errored(Gone()) : .continueWith(response)
///         }
///     }
public protocol SynchronousDecision: ResponseDecision {
    /// Judges the exchange. A thrown error counts as ``DecisionAction/errored(_:)``.
    func judge<Value>(_ exchange: Exchange<Value>) throws -> DecisionAction<Value>
}

extension SynchronousDecision {
    public func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> { try judge(exchange) }

    public func verdict<Value>(on exchange: Exchange<Value>) throws -> DecisionAction<Value>? { try judge(exchange) }
}

/// A built-in decision that skips every success, unless it was configured to judge one.
protocol FailureDecision: ResponseDecision {
    var passesSuccesses: Bool { get }
}

/// The verdict of a decision, on which the call acts.
public enum DecisionAction<Value: Sendable>: Sendable {
    /// The next decision judges this response.
    case continueWith(HTTPResponse)
    /// Another attempt follows, with the same decisions.
    case restart(after: Duration)
    /// Another attempt follows, with these decisions: mostly an edited ``Exchange/decisions``.
    case restartWith([any ResponseDecision], after: Duration)
    /// The call fails with this error.
    case errored(any Error)
    /// The call succeeds with this value.
    case done(Value)
}
