internal import Synchronization

/// What a transport remembers about one call from one attempt to the next. It is released with the call.
package final class CallMemory: Sendable {
    private let value = Mutex<(any AnyObject & Sendable)?>(nil)
    private let shared = Mutex<SharedRetry?>(nil)

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
    package var retry: SharedRetry? {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}

/// The retry of an exchange that several calls share. The first of them asks whether it is allowed, and all get that answer.
package final class SharedRetry: Sendable {
    private let answer = Mutex<Bool?>(nil)

    package init() {}

    /// nil until a call has asked.
    package var isAllowed: Bool? { answer.withLock { $0 } }

    package func isAllowed(asking ask: () -> Bool) -> Bool {
        answer.withLock { answer in
            if let answer { return answer }
            let first = ask()
            answer = first
            return first
        }
    }
}
