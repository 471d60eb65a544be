/// A typed operation, ready to be used: nothing happens before, and it can be used again.
///
///     let page = try await client.characters().value
public struct Call<Value: Sendable>: Sendable {
    let operation: any CallOperation<Value>

    @usableFromInline
    init(_ operation: any CallOperation<Value>) { self.operation = operation }

    /// Makes the call. Throws an ``APIError``, what a decision chose to throw, or `CancellationError` when the task was cancelled.
    public var value: Value {
        get async throws { try await AttemptLoop(operation: operation).run().value }
    }

    /// Makes the call, for those who want the response beside its value. Throws as ``value`` does.
    public var response: Reply<Value> {
        get async throws {
            let (value, ending) = try await AttemptLoop(operation: operation).run()
            return Reply(
                value: value, response: ending.last.response ?? HTTPResponse(status: 0), attempts: ending.earlier + [ending.last.summary])
        }
    }
}
