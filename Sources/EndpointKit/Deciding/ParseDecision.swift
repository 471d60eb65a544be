/// Makes the call's value of the response: the last decision of the standard list.
public struct ParseDecision: ResponseDecision, EndsWithCall {
    public init() {}

    public func apply<Value>(to exchange: Exchange<Value>) throws -> DecisionAction<Value> {
        let response = try exchange.result.get()
        do {
            return .done(try exchange.decode(response))
        } catch let failure as MappingFailure {
            return .errored(failure.error)
        } catch {
            var failure = error as? APIError ?? APIError(.decoding, "The response could not be read: \(error.sentence).", underlying: error)
            failure.response = failure.response ?? response
            return .errored(failure)
        }
    }
}
