/// The waits before each retry, which grow up to a maximum.
///
///     Backoff(initial: .milliseconds(100), maximum: .seconds(1), jitter: .none)  // 0.1, 0.2, 0.4, 0.8, 1, 1 … seconds
public struct Backoff: Sendable {
    /// How waits are randomized, so that clients that fail at the same time don't all retry at the same time.
    public enum Jitter: String, Sendable {
        /// The full wait, without randomness.
        case none
        /// A random wait from zero to the full wait.
        case full
        /// A random wait from half of the full wait to the full wait.
        case equal
    }
    /// The wait before the first retry, before jitter. 200 ms by default.
    public var initial: Duration
    /// The longest wait. 20 seconds by default.
    public var maximum: Duration
    /// The factor between a wait and the one before it, 2 by default. A factor below 1, or one that isn't finite, counts as 1.
    public var multiplier: Double
    /// How waits are randomized. ``Jitter-swift.enum/full`` by default.
    public var jitter: Jitter
    /// The source of random numbers. Each call starts with a copy, so a generator with a seed produces the same waits each time.
    public var generator: any RandomNumberGenerator & Sendable

    /// Creates a backoff. The defaults are those of ``RetryPolicy/standard``: from 0.2 to 20 seconds, doubled each time, with full jitter.
    ///
    /// - Parameters:
    ///   - initial: the wait before the first retry, before jitter.
    ///   - maximum: the longest wait.
    ///   - multiplier: the factor between a wait and the one before it. A factor below 1, or one that isn't finite, counts as 1.
    ///   - jitter: how waits are randomized.
    ///   - generator: the source of random numbers. A generator with a seed produces the same waits each time.
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

    /// Returns the wait before a retry, whose `number` counts from 1.
    package func wait(beforeRetry number: Int) -> Duration {
        let factor = multiplier.isFinite ? max(1, multiplier) : 1
        // Very long waits would trap in clocks and in the multiplications below.
        let maximum = max(.zero, min(maximum, .longestSleep))
        var longest = max(.zero, min(initial, maximum))
        var generator = generator
        // No call makes this many retries, but an exchange that a test creates may have any number.
        for _ in 1..<min(max(1, number), 1000) {
            // The comparison comes before the multiplication, so that nothing overflows.
            longest = longest > maximum / factor ? maximum : longest * factor
            _ = generator.next()
        }
        // A Double can hold only 53 of the 64 bits.
        let chance = Double(generator.next() >> 11) * 0x1p-53
        return switch jitter {
        case .none: longest
        case .full: longest * chance
        case .equal: longest / 2 + longest / 2 * chance
        }
    }
}
