internal import Synchronization

/// Ends what one call waits for, from any thread: a handle's cancel, a deadline.
package final class Interruption: Sendable {
    private struct State {
        var isInterrupted = false
        /// A call waits for one thing at a time, or for a transfer inside of the wait for a transport.
        var waits: [any Interruptible] = []
    }
    private let state = Mutex(State())

    package init() {}

    /// Interrupts `wait` when the call ends. Throws `CancellationError` if it has ended already.
    package func attach(_ wait: any Interruptible) throws {
        let isInterrupted = state.withLock { state in
            if !state.isInterrupted { state.waits.append(wait) }
            return state.isInterrupted
        }
        if isInterrupted { throw CancellationError() }
    }

    package func detach(_ wait: any Interruptible) {
        let released = state.withLock { state in state.waits.lastIndex { $0 === wait }.map { state.waits.remove(at: $0) } }
        // Outside the lock, as it may hold the last reference to anything.
        withExtendedLifetime(released) {}
    }

    package func interrupt() {
        let waits = state.withLock { state in
            state.isInterrupted = true
            defer { state.waits = [] }
            return state.waits
        }
        for wait in waits { wait.interrupt() }
    }
}

/// A wait that can be ended at once.
package protocol Interruptible: AnyObject, Sendable {
    /// Returns at once; what waits gets an error.
    func interrupt()
}
