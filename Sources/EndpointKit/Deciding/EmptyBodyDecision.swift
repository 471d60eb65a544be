/// Makes `{}` of the empty body of a success: for a type whose members are all optional, or of which there are none.
///
/// It isn't part of the standard list:
///
///     func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
///         standard.inserting(EmptyBodyDecision(), before: ParseDecision.self)
///     }
public struct EmptyBodyDecision: SynchronousDecision {
    public init() {}

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        guard exchange.status?.isSuccess == true, let response = exchange.response else { return false }
        // Of a streaming call the body isn't here, which doesn't mean it is empty.
        return response.body.isEmpty && !exchange.isStreamed
    }

    public func judge<Value>(_ exchange: Exchange<Value>) throws -> DecisionAction<Value> {
        var response = try exchange.result.get()
        response.body = Data("{}".utf8)
        return .continueWith(response)
    }
}
