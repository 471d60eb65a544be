/// A status outside 200...299 fails the call with ``APIError/Code/badStatus``, the whole response in it.
public struct BadStatusDecision: ResponseDecision {
    public init() {}

    public func apply<Value>(to exchange: Exchange<Value>) -> DecisionAction<Value> {
        switch exchange.result {
        case .failure(let error): .errored(error)
        case .success(let response) where response.status.isSuccess: .continueWith(response)
        case .success(let response):
            .errored(APIError(.badStatus, "The server answered \(response.status).", request: exchange.request, response: response))
        }
    }
}
