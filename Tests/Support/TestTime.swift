public import Foundation
import Synchronization

/// A clock that advances when a test advances it, or by `step` each time it is read.
public final class TestTime: Sendable {
    private let current: Mutex<Date>
    private let step: Double

    public init(_ start: Date, step: Double = 0) {
        current = Mutex(start)
        self.step = step
    }

    public var date: Date {
        current.withLock { current in
            current += step
            return current
        }
    }

    public func advance(by seconds: Double) { current.withLock { $0 += seconds } }
}
