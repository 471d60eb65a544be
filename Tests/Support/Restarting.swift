public import EndpointKit

/// A decision by a closure that doesn't depend on the call's value. With `asksForFailures`, the decision also judges failures.
public struct Restarting: ResponseDecision {
    public var asksForFailures = false
    /// Any wait is allowed, because the tests choose it.
    public var maxRetryAfter: Duration? { .seconds(Int64.max) }
    public var next: @Sendable (_ attempt: Int, _ result: Result<HTTPResponse, any Error>) throws -> Step

    public init(
        asksForFailures: Bool = false,
        next: @escaping @Sendable (_ attempt: Int, _ result: Result<HTTPResponse, any Error>) throws -> Step
    ) {
        self.asksForFailures = asksForFailures
        self.next = next
    }

    public enum Step {
        case pass
        case restart(after: Duration)
        public static var restart: Step { .restart(after: .zero) }
        case fail(any Error)
        case replace(HTTPResponse)
    }

    public func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool { asksForFailures || context.response != nil }

    public func apply<Value>(to context: DecisionContext<Value>) throws -> DecisionAction<Value> {
        switch try next(context.attempt, context.result) {
        case .pass: .continueWith(try context.result.get())
        case .restart(let wait): .restart(after: wait)
        case .fail(let error): .errored(error)
        case .replace(let response): .continueWith(response)
        }
    }
}

public struct OwnError: Error, Equatable {
    public var reason: String
    public init(reason: String = "own") { self.reason = reason }
}
