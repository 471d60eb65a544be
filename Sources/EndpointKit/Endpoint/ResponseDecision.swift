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

    /// An error thrown here is the same as ``DecisionAction/errored(_:)``. When the call is ended meanwhile it doesn't wait for this.
    func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value>

    /// The same, of a decision that doesn't have to wait: see ``SynchronousDecision``. nil, the default, asks ``apply(to:)``.
    func verdict<Value>(on exchange: Exchange<Value>) throws -> DecisionAction<Value>?
}

extension ResponseDecision {
    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool { exchange.status != nil }

    public func verdict<Value>(on exchange: Exchange<Value>) throws -> DecisionAction<Value>? { nil }
}

/// A decision that never waits. It is asked in the task of the call, which takes another one for those that may wait.
///
///     struct GoneDecision: SynchronousDecision {
///         func judge<Value>(_ exchange: Exchange<Value>) throws -> DecisionAction<Value> {
///             let response = try exchange.result.get()
///             return response.status == 410 ? .errored(Gone()) : .continueWith(response)
///         }
///     }
public protocol SynchronousDecision: ResponseDecision {
    /// An error thrown here is the same as ``DecisionAction/errored(_:)``.
    func judge<Value>(_ exchange: Exchange<Value>) throws -> DecisionAction<Value>
}

extension SynchronousDecision {
    public func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> { try judge(exchange) }

    public func verdict<Value>(on exchange: Exchange<Value>) throws -> DecisionAction<Value>? { try judge(exchange) }
}

/// A built-in decision that passes every success on, unless it was made to judge one.
protocol FailureDecision: ResponseDecision {
    var passesSuccesses: Bool { get }
}

/// What a decision wants done. The call alone acts on it.
public enum DecisionAction<Value: Sendable>: Sendable {
    /// The next decision, with this response.
    case continueWith(HTTPResponse)
    /// A new attempt with the same decisions.
    case restart(after: Duration)
    /// A new attempt with these decisions, most often the exchange's own, edited.
    case restartWith([any ResponseDecision], after: Duration)
    /// The call fails with this error.
    case errored(any Error)
    /// The call succeeds with this value.
    case done(Value)
}
