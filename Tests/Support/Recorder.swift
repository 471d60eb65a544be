import Synchronization

/// Values that one thread passes to another, in order of arrival.
public final class Recorder<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    public init() {}

    /// Adds a value, and returns the number of values.
    @discardableResult public func record(_ value: Value) -> Int {
        state.withLock { values in
            values.append(value)
            return values.count
        }
    }

    public var values: [Value] { state.withLock { $0 } }
    public var count: Int { state.withLock { $0.count } }
    public var last: Value? { state.withLock { $0.last } }
}
