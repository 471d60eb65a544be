import EndpointKit

/// A decision made of a closure that doesn't care what the call's value is; with `asksForFailures` it judges those as well.
struct Restarting: ResponseDecision {
    var asksForFailures = false
    var next: @Sendable (_ attempt: Int, _ result: Result<HTTPResponse, any Error>) throws -> Step

    enum Step {
        case pass
        case restart(after: Duration)
        static var restart: Step { .restart(after: .zero) }
        case fail(any Error)
        case replace(HTTPResponse)
    }

    func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool { asksForFailures || exchange.response != nil }

    func apply<Value>(to exchange: Exchange<Value>) throws -> DecisionAction<Value> {
        switch try next(exchange.attempt, exchange.result) {
        case .pass: .continueWith(try exchange.result.get())
        case .restart(let wait): .restart(after: wait)
        case .fail(let error): .errored(error)
        case .replace(let response): .continueWith(response)
        }
    }
}

struct OwnError: Error, Equatable { var reason = "own" }
