/// A status outside 200...299 fails the call with ``APIError/Code/badStatus``, the whole response in it.
public struct BadStatusDecision: ResponseDecision, EndsWithCall {
    public init() {}

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        exchange.status.map { !$0.isSuccess } ?? false
    }

    public func apply<Value>(to exchange: Exchange<Value>) throws -> DecisionAction<Value> {
        let response = try exchange.result.get()
        return .errored(APIError(.badStatus, "The server answered \(response.status).", request: exchange.request, response: response))
    }
}
