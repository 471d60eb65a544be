import Dispatch
import Foundation

/// Runs work that may block on its own thread. A task must not block its thread, because the pool has only one for each processor.
public func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}

/// Runs `body` for each number below `count`, on a given number of threads at a time.
public func onThreads(_ threads: Int, count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    let next = Counter()
    await withTaskGroup { group in
        for _ in 0..<threads {
            group.addTask {
                _ = try? await onOwnThread {
                    while case let index = next.next() - 1, index < count { body(index) }
                }
            }
        }
    }
}

/// Runs a task's work on a thread that nothing else needs.
public final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "own thread")

    public init() {}

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
