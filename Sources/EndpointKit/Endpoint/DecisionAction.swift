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
