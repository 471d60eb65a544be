import Synchronization

/// Values that one thread leaves for another, in order of arrival.
public final class Recorder<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    public init() {}

    /// The number of values, including this one.
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
