extension Call {
    /// Makes the call, and calls `completion` once, on `queue`; never before this returns. After a cancel that came before it, it is called
    /// with ``APIError/Code/cancelled`` and nothing else.
    ///
    /// It goes on when the handle is let go of. The surrounding task's cancellation doesn't end it: ``CallHandle/cancel()`` does.
    @discardableResult
    public func start(
        in group: CallGroup? = nil, on queue: CallbackQueue, completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> CallHandle {
        let run = (group.map(joining) ?? self).running()
        run.start(on: queue, completion: completion)
        return run.handle
    }

    /// Makes the call, and calls `completion` once, on the main actor.
    @discardableResult
    public func start(
        in group: CallGroup? = nil, completion: @escaping @MainActor @Sendable (Result<Value, any Error>) -> Void = { _ in }
    ) -> CallHandle {
        start(in: group, on: .main) { result in MainActor.assumeIsolated { completion(result) } }
    }
}
