internal import Synchronization

/// Ends the current waits of one call, from any thread, when its handle cancels it or its deadline passes.
package final class Interruption: Sendable {
    private struct State {
        var isInterrupted = false
        /// A call has one wait at a time, or a wait for a transfer nested in the wait for a transport.
        var wait: (any Interruptible)?
        var others: [any Interruptible] = []
    }
    private let state = Mutex(State())

    package init() {}

    package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Interrupts `wait` when the call ends. Throws `CancellationError` if the call has already ended.
    package func attach(_ wait: any Interruptible) throws {
        let isInterrupted = state.withLock { state in
            if state.isInterrupted { return true }
            if state.wait == nil { state.wait = wait } else { state.others.append(wait) }
            return false
        }
        if isInterrupted { throw CancellationError() }
    }

    package func detach(_ wait: any Interruptible) {
        let released = state.withLock { state in
            if state.wait === wait { return state.wait.take() }
            return state.others.lastIndex { $0 === wait }.map { state.others.remove(at: $0) }
        }
        // The wait is released outside the lock, because it may hold the last reference to any object.
        withExtendedLifetime(released) {}
    }

    package func interrupt() {
        let waits = state.withLock { state in
            state.isInterrupted = true
            defer { (state.wait, state.others) = (nil, []) }
            return (state.wait, state.others)
        }
        waits.0?.interrupt()
        for wait in waits.1 { wait.interrupt() }
    }
}

/// A wait that can be ended at once.
package protocol Interruptible: AnyObject, Sendable {
    /// Returns at once. The waiting task receives an error.
    func interrupt()
}
