/// Makes the call's value of the response: the last decision of the standard list.
public struct ParseDecision: SynchronousDecision {
    public init() {}

    public func judge<Value>(_ exchange: Exchange<Value>) throws -> DecisionAction<Value> {
        .done(try exchange.decode(try exchange.result.get()))
    }
}
