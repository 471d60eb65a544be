/// Judges the outcome of an attempt, and determines what happens next. A call runs its decisions in order until one of them ends the
/// attempt.
///
///     struct MaintenanceDecision: ResponseDecision {
///         func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
///             let response = try context.result.get()
///             return response.status == 503 ? .restart(after: .seconds(5)) : .continueWith(response)
///         }
///     }
public protocol ResponseDecision: _DecisionMembers, Sendable {
    /// Whether this decision judges the attempt; if false, the decision is skipped. By default, this is true if there is a response, so a
    /// decision that judges failures of the transport must implement it.
    func shouldApply<Value>(to context: DecisionContext<Value>) async throws -> Bool

    /// Judges the attempt. A thrown error, here or in ``shouldApply(to:)``, counts as ``DecisionAction/errored(_:)``. Both methods run in a
    /// task that is cancelled when the call ends; the call then stops waiting.
    func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value>

    /// Whether the decision may judge a success, that is, a 2xx status other than 206. True by default. If it is false for every decision
    /// before a final ``ParseDecision``, and the retry policy lists no success, a success is parsed without running those decisions.
    var judgesSuccesses: Bool { get }

    /// The longest wait with which the decision may restart a call. After a longer one, the call fails at once with
    /// ``APIError/Code/restartLimit``. nil, the default, means ``RetryPolicy/maxRetryAfter`` of the call's policy.
    var maxRetryAfter: Duration? { get }
}

extension ResponseDecision {
    public func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool { context.status != nil }
    public var judgesSuccesses: Bool { true }
    public var maxRetryAfter: Duration? { nil }
}

/// A decision's verdict, on which the call acts.
public enum DecisionAction<Value: Sendable>: Sendable {
    /// The next decision judges this response.
    case continueWith(HTTPResponse)
    /// The next decision judges the same result. This decision wanted another attempt, and states what prevents it. If the call fails, that
    /// text becomes the error's ``APIError/noRetryReason``.
    case passed(because: String)
    /// Another attempt follows, with the same decisions. ``ResponseDecision/maxRetryAfter`` limits the wait.
    case restart(after: Duration)
    /// Another attempt follows, with these decisions: usually an edited ``DecisionContext/decisions``.
    case restartWith([any ResponseDecision], after: Duration)
    /// The call fails with this error.
    case errored(any Error)
    /// The call succeeds with this value.
    case done(Value)
}

/// Edits lists of decisions, for example to derive an endpoint's list from the client's, or the next attempt's from the current one.
///
///     func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
///         standard.removing(RetryDecision.self).inserting(EmptyBodyDecision(), before: ParseDecision.self)
///     }
extension [any ResponseDecision] {
    /// The list without the decisions of one type.
    public func removing<Decision: ResponseDecision>(_ type: Decision.Type) -> Self {
        filter { !($0 is Decision) }
    }

    /// The list, with `other` instead of each decision of one type.
    public func replacing<Decision: ResponseDecision>(_ type: Decision.Type, with other: any ResponseDecision) -> Self {
        map { $0 is Decision ? other : $0 }
    }

    /// The list with `decision` inserted before the first decision of `type`, or at the end if there is none.
    public func inserting<Decision: ResponseDecision>(_ decision: any ResponseDecision, before type: Decision.Type) -> Self {
        var decisions = self
        decisions.insert(decision, at: firstIndex { $0 is Decision } ?? endIndex)
        return decisions
    }
}
