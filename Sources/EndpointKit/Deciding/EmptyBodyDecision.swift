/// Decodes a success without a body as `{}`, for a type that has only optional members or none.
///
/// It isn't part of the standard list:
///
///     func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
///         standard.inserting(EmptyBodyDecision(), before: ParseDecision.self)
///     }
public struct EmptyBodyDecision: SynchronousDecision {
    /// Applies to every success whose body is empty, except those of streaming calls.
    public init() {}

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        guard exchange.status?.isSuccess == true, let response = exchange.response else { return false }
        // A streaming call's body isn't in the response, so it only seems empty.
        return response.body.isEmpty && !exchange.isStreamed
    }

    public func judge<Value>(_ exchange: Exchange<Value>) throws -> DecisionAction<Value> {
        var response = try exchange.result.get()
        response.body = Data("{}".utf8)
        return .continueWith(response)
    }
}
