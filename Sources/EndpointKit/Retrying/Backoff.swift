/// How long to wait before each retry, the first first: without end, growing up to a longest wait.
///
///     Array(Backoff(initial: .milliseconds(100), maximum: .seconds(1), jitter: .none).prefix(5))    // 0.1, 0.2, 0.4, 0.8, 1 seconds
public struct Backoff: Sequence, Sendable {
    /// What chance does to a wait, so that clients that failed together don't come back together.
    public enum Jitter: String, Sendable {
        /// Nothing.
        case none
        /// Anything from none of the wait to all of it.
        case full
        /// Anything from half of the wait to all of it.
        case equal
    }
    /// The longest first wait.
    public var initial: Duration
    /// The longest wait of all.
    public var maximum: Duration
    /// By what a wait is longer than the one before it; what is less than 1, or no number, is 1.
    public var multiplier: Double
    public var jitter: Jitter
    /// Each iteration starts with a copy: one with a seed gives the same waits each time.
    public var generator: any RandomNumberGenerator & Sendable

    public init(
        initial: Duration = .milliseconds(200), maximum: Duration = .seconds(20), multiplier: Double = 2, jitter: Jitter = .full,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.initial = initial
        self.maximum = maximum
        self.multiplier = multiplier
        self.jitter = jitter
        self.generator = generator
    }

    public func makeIterator() -> Iterator { Iterator(backoff: self) }

    /// The wait before retry `number`, which counts from 1.
    func wait(beforeRetry number: Int) -> Duration {
        var waits = makeIterator()
        // Nobody gets so far, but an exchange of a caller's own may say so.
        for _ in 1..<Swift.min(Swift.max(1, number), 1000) { _ = waits.next() }
        return waits.next() ?? .zero
    }

    public struct Iterator: IteratorProtocol {
        private let jitter: Jitter
        private let factor: Double
        private let maximum: Duration
        private var generator: any RandomNumberGenerator & Sendable
        /// What the next wait is drawn from.
        private var longest: Duration

        init(backoff: Backoff) {
            jitter = backoff.jitter
            factor = backoff.multiplier.isFinite ? Swift.max(1, backoff.multiplier) : 1
            // The sums of a clock, and the products below, would trap on waits that nobody means.
            maximum = Swift.max(.zero, Swift.min(backoff.maximum, .longestSleep))
            generator = backoff.generator
            longest = Swift.max(.zero, Swift.min(backoff.initial, maximum))
        }

        /// Never nil.
        public mutating func next() -> Duration? {
            let longest = longest
            // Compared before it is multiplied, so that nothing overflows.
            self.longest = longest > maximum / factor ? maximum : longest * factor
            return switch jitter {
            case .none: longest
            case .full: longest * chance()
            case .equal: longest / 2 + longest / 2 * chance()
            }
        }

        /// From 0 to just under 1.
        private mutating func chance() -> Double {
            // Of the 64 bits, as many as a Double holds.
            Double(generator.next() >> 11) * 0x1p-53
        }
    }
}

extension Duration {
    /// 68 years. The clocks' own sums trap on much longer ones.
    static let longestSleep: Duration = .seconds(1 << 31)
}
