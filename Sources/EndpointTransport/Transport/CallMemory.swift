internal import Synchronization

/// What a transport remembers of one call, from an attempt to the next. It is released with the call.
package final class CallMemory: Sendable {
    private let value = Mutex<(any AnyObject & Sendable)?>(nil)

    package init() {}

    /// What was remembered last.
    package var last: (any AnyObject & Sendable)? { value.withLock { $0 } }

    package func remember(_ object: any AnyObject & Sendable) {
        let replaced = value.withLock { value in
            defer { value = object }
            return value
        }
        // Outside the lock, as it may hold the last reference to anything.
        withExtendedLifetime(replaced) {}
    }
}
