public import EndpointKit

/// A way to cancel a call, with the expected outcome.
public enum Way: String, CaseIterable, Sendable {
    case task, handle, group, client, predicate, tag

    /// Starts `call`, tagged "staged".
    public func start<Value>(_ call: Call<Value>, of client: APIClient) -> Started<Value> {
        switch self {
        case .task:
            let task = Task { await call.result }
            return Started(outcome: task) { task.cancel() }
        case .handle:
            let (outcome, give) = AsyncStream<Result<Value, any Error>>.makeStream()
            let handle = call.start(on: .immediate) { give.yield($0) }
            return Started(outcome: Task { await outcome.first }) { handle.cancel() }
        case .group:
            let group = CallGroup()
            return Started(outcome: Task { await call.joining(group).result }) { group.cancel() }
        case .client: return Started(outcome: Task { await call.result }) { client.cancelAll() }
        case .predicate:
            return Started(outcome: Task { await call.result }) { client.cancelCalls { $0.path == "items" } }
        case .tag: return Started(outcome: Task { await call.result }) { client.cancelCalls(tagged: "staged") }
        }
    }

    /// Whether a call that is cancelled in this way fails with this error.
    public func explains(_ error: any Error) -> Bool {
        guard self != .task else { return error is CancellationError }
        guard let error = error as? APIError, error.code == .cancelled else { return false }
        return switch (self, error.cancellationReason) {
        case (.handle, .caller), (.group, .group(cause: nil)), (.client, .client), (.predicate, .client), (.tag, .client): true
        default: false
        }
    }
}

public struct Started<Value: Sendable>: Sendable {
    public let outcome: Task<Result<Value, any Error>, Never>
    public let cancel: @Sendable () -> Void

    public init(outcome: Task<Result<Value, any Error>?, Never>, cancel: @escaping @Sendable () -> Void) {
        self.outcome = Task { await outcome.value ?? .failure(OwnError(reason: "no outcome")) }
        self.cancel = cancel
    }

    public init(outcome: Task<Result<Value, any Error>, Never>, cancel: @escaping @Sendable () -> Void) {
        self.outcome = outcome
        self.cancel = cancel
    }
}

extension AsyncSequence {
    /// The first element, if there is one.
    public var first: Element? {
        get async {
            do { for try await element in self { return element } } catch {}
            return nil
        }
    }
}
