extension Interruption {
    /// Awaits custom code in its own task. When the call is ended, or the surrounding task is cancelled, the custom code's task is
    /// cancelled but not awaited, because `body` may ignore its cancellation.
    func waiting<Success: Sendable>(_ body: @escaping @Sendable () async throws -> Success) async throws -> Success {
        let wait = Wait<Success>()
        try attach(wait)
        defer { detach(wait) }
        let task = Task {
            do { wait.finish(.success(try await body())) } catch { wait.finish(.failure(error)) }
        }
        do { return try await wait.value() } catch {
            task.cancel()
            throw error
        }
    }
}
