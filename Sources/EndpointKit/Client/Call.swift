/// A typed operation, ready to be used: nothing happens before, and it can be used again.
///
///     let page = try await client.characters().value
public struct Call<Value: Sendable>: Sendable {
    let operation: any CallOperation<Value>
    var progress: ProgressHandler?

    @usableFromInline
    init(_ operation: any CallOperation<Value>) { self.operation = operation }

    /// Makes the call. Throws an ``APIError``, what a decision chose to throw, or `CancellationError` when the task was cancelled.
    public var value: Value {
        get async throws { try await AttemptLoop(operation: operation, progress: progress).run().value }
    }

    /// Makes the call, for those who want the response beside its value. Throws as ``value`` does.
    public var response: Reply<Value> {
        get async throws {
            let (value, ending) = try await AttemptLoop(operation: operation, progress: progress).run()
            var response = ending.last.response ?? HTTPResponse(status: 0)
            // It is the value's now.
            response.payload = nil
            return Reply(value: value, response: response, attempts: ending.earlier + [ending.last.summary])
        }
    }

    /// Tells `report` how far the transfer is, at its start and with every piece, in the task that moves the pieces. An attempt that
    /// follows another starts anew, and so does each use of the call.
    public func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> Call {
        var call = self
        call.progress = report
        return call
    }
}
