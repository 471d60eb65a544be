internal import Dispatch
internal import Synchronization

/// A thread that may block, and that waits a while for more work when it's done.
final class WorkerThread: Sendable {
    typealias Work = @Sendable () -> Void

    private static let idle = Mutex<[WorkerThread]>([])

    private let work: Mutex<Work?>
    private let isGiven = DispatchSemaphore(value: 0)

    private init(_ work: @escaping Work) { self.work = Mutex(work) }

    /// Runs `work` at once, on the thread that was idle last or on a new one: there is no bound, as any number of them may block. False when
    /// the system has no thread.
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

    // Of its own, so that an idle thread holds nothing of the work it did.
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
        // Somebody took it from the list just now: the work follows.
        if !isUnused { isGiven.wait() }
        return !isUnused
    }
}
