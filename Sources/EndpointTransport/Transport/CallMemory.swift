internal import Synchronization

/// What a transport remembers about one call from one attempt to the next. It is released with the call.
package final class CallMemory: Sendable {
    private let value = Mutex<(any AnyObject & Sendable)?>(nil)
    private let shared = Mutex<RetrySeat?>(nil)

    package init() {}

    /// The last object that was remembered.
    package var last: (any AnyObject & Sendable)? { value.withLock { $0 } }

    package func remember(_ object: any AnyObject & Sendable) {
        let replaced = value.withLock { value in
            defer { value = object }
            return value
        }
        // Released outside the lock, because it may hold the last reference to anything.
        withExtendedLifetime(replaced) {}
    }

    /// The retry that the calls of the last exchange share; nil if no other call could join it.
    package var retry: RetrySeat? {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}

/// The retry of an exchange that several calls share. The first of them determines the wait, and asks whether it is allowed; all get these
/// answers.
package final class SharedRetry: Sendable {
    fileprivate let isAllowed = Mutex<Bool?>(nil)
    fileprivate let wait = Mutex<Duration?>(nil)

    package init() {}
}

/// A call's part in a shared retry.
package final class RetrySeat: Sendable {
    private let shared: SharedRetry
    private let taken = Mutex(false)

    package init(_ shared: SharedRetry) { self.shared = shared }

    /// Whether this call makes the retry, rather than another attempt of its own.
    package var isTaken: Bool { taken.withLock { $0 } }

    /// nil until a call has asked.
    package var isAllowed: Bool? { shared.isAllowed.withLock { $0 } }

    package func isAllowed(asking ask: () -> Bool) -> Bool {
        let isAllowed = shared.isAllowed.withLock { answer in
            let first = answer ?? ask()
            answer = first
            return first
        }
        taken.withLock { $0 = isAllowed }
        return isAllowed
    }

    /// - Parameter own: the wait of this call, which counts for all if it is the first.
    package func wait(_ own: Duration) -> Duration {
        shared.wait.withLock { wait in
            let first = wait ?? own
            wait = first
            return first
        }
    }
}
