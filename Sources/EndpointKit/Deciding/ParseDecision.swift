/// Decodes the response as the value of the call. It is the last decision of the standard list.
public struct ParseDecision: SynchronousDecision {
    /// Decodes with ``Exchange/decode(_:)``.
    public init() {}

    public func judge<Value>(_ exchange: Exchange<Value>) throws -> DecisionAction<Value> {
        .done(try exchange.decode(try exchange.result.get()))
    }
}
