import Synchronization

/// Values that one thread leaves for another, in the order in which they came.
public final class Recorder<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    public init() {}

    public func record(_ value: Value) { state.withLock { $0.append(value) } }

    public var values: [Value] { state.withLock { $0 } }
    public var count: Int { state.withLock { $0.count } }
    public var last: Value? { state.withLock { $0.last } }
}
