internal import Synchronization

/// What a transport remembers about one call from one attempt to the next. It is released with the call.
package final class CallMemory: Sendable {
    private let value = Mutex<(any AnyObject & Sendable)?>(nil)

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
}
