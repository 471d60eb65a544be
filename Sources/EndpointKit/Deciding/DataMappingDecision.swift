/// Makes another body of a response's: to take what is wanted out of an envelope, or undo what a service does to its JSON.
///
///     // Behind a first line that keeps it from being run as a script.
///     DataMappingDecision(condition: { $0.body.starts(with: ")]}'".utf8) }) { $0.drop { $0 != UInt8(ascii: "\n") } }
///
/// It stands before ``ParseDecision``, and after ``BadStatusDecision`` unless bodies of errors are meant as well. What a streaming call
/// reads chunk by chunk isn't mapped.
public struct DataMappingDecision: SynchronousDecision {
    private let condition: @Sendable (HTTPResponse) -> Bool
    private let transform: @Sendable (Data) throws -> Data

    /// - Parameters:
    ///   - condition: which responses are meant; all, unless said otherwise.
    ///   - transform: what it throws is the error of the call.
    public init(
        condition: @escaping @Sendable (HTTPResponse) -> Bool = { _ in true }, transform: @escaping @Sendable (Data) throws -> Data
    ) {
        self.condition = condition
        self.transform = transform
    }

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        guard let response = exchange.response, !exchange.isStreamed else { return false }
        return condition(response)
    }

    public func judge<Value>(_ exchange: Exchange<Value>) throws -> DecisionAction<Value> {
        var response = try exchange.result.get()
        response.body = try transform(response.body)
        return .continueWith(response)
    }
}
