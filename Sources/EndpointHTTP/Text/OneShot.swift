internal import Synchronization

/// A value that can be taken only once.
package final class OneShot<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    package init(_ value: Value) { self.value = Mutex(value) }

    var isTaken: Bool { value.withLock { $0 == nil } }

    package func take() -> Value? {
        value.withLock { value in
            defer { value = nil }
            return value
        }
    }
}
