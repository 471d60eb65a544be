internal import Dispatch
internal import Synchronization

/// A thread that may block, and that waits 200 ms for more work after each run.
final class WorkerThread: Sendable {
    typealias Work = @Sendable () -> Void

    private static let idle = Mutex<[WorkerThread]>([])

    private let work: Mutex<Work?>
    private let isGiven = DispatchSemaphore(value: 0)

    private init(_ work: @escaping Work) { self.work = Mutex(work) }

    /// Runs `work` at once, on an idle thread or on a new one. The number of threads has no limit, because any number may block. False if
    /// the system can't create a thread.
    static func run(_ work: @escaping Work) -> Bool {
        if let thread = idle.withLock({ $0.popLast() }) {
            thread.work.withLock { $0 = work }
            thread.isGiven.signal()
            return true
        }
        let thread = WorkerThread(work)
        return SocketPlatform.detachThread { thread.run() }
    }

    private func run() {
        repeat { runOnce() } while isGivenMore()
    }

    // A separate function, so that an idle thread doesn't retain its last work.
    private func runOnce() {
        let work = work.withLock { $0.take() }
        work?()
    }

    private func isGivenMore() -> Bool {
        Self.idle.withLock { $0.append(self) }
        if isGiven.wait(timeout: .now() + .milliseconds(200)) == .success { return true }
        let isUnused = Self.idle.withLock { idle in
            let count = idle.count
            idle.removeAll { $0 === self }
            return idle.count < count
        }
        // Another thread has just taken this one from the list, so work follows.
        if !isUnused { isGiven.wait() }
        return !isUnused
    }
}
