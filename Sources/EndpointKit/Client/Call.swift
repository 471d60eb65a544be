/// A typed operation, ready to be used: nothing happens before, and it can be used again.
///
///     let page = try await client.characters().value
///     let reply = try await client.characters().response
///     let handle = client.characters().start { result in show(result) }
///
/// Modifiers give another call, and leave this one as it is:
///
///     client.characters().retrying(.never).deadline(.seconds(5)).tagged("list").map(\.results)
public struct Call<Value: Sendable>: Sendable {
    let operation: any CallOperation<Value>
    private var modifiers: CallModifiers?

    @usableFromInline
    init(_ operation: any CallOperation<Value>) { self.operation = operation }

    init(_ operation: any CallOperation<Value>, modifiers: CallModifiers?) {
        self.operation = operation
        self.modifiers = modifiers
    }

    /// Makes the call. Throws an ``APIError``, what a decision or an adapter of one's own chose to throw, or `CancellationError` when the
    /// task was cancelled.
    public var value: Value {
        get async throws { try await running().value() }
    }

    /// Makes the call, for those who want the response beside its value. Throws as ``value`` does.
    public var response: Reply<Value> {
        get async throws { try await modified { $0.isMeasured = true }.running().reply() }
    }

    /// Makes the call. A failure is what ``value`` throws.
    public var result: Result<Value, any Error> {
        get async {
            do { return .success(try await value) } catch { return .failure(error) }
        }
    }

    func running() -> CallRun<Value> { CallRun(operation: operation, modifiers: modifiers) }

    func modified(_ change: (inout CallOptions) -> Void) -> Call {
        var options = modifiers?.options ?? .none
        change(&options)
        return Call(operation, modifiers: CallModifiers(options))
    }

    /// The same call, with a value made of this one's. What `transform` throws ends the call as it is.
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) throws -> New) -> Call<New> {
        Call<New>(MappedOperation(base: operation, transform: transform), modifiers: modifiers)
    }
}
