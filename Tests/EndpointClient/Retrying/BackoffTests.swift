import EndpointKit
import TestSupport
import Testing

@Suite struct BackoffTests {
    /// Always returns the same number.
    struct Constant: RandomNumberGenerator, Sendable {
        var number: UInt64
        mutating func next() -> UInt64 { number }
    }

    private func waits(_ backoff: Backoff, _ count: Int = 6) -> [Duration] { (1...count).map { backoff.wait(beforeRetry: $0) } }

    @Test func `Backoff: without jitter each wait grows by the multiplier, up to the maximum`() {
        let backoff = Backoff(initial: .milliseconds(100), maximum: .seconds(1), jitter: .none)
        let milliseconds = [100, 200, 400, 800, 1000, 1000]
        #expect(waits(backoff) == milliseconds.map { Duration.milliseconds($0) })
        let steep = Backoff(initial: .seconds(1), maximum: .seconds(60), multiplier: 5, jitter: .none)
        let seconds = [1, 5, 25, 60, 60, 60]
        #expect(waits(steep) == seconds.map { Duration.seconds($0) })
    }

    @Test(arguments: [
        (Backoff.Jitter.full, UInt64(0), 0, 0), (.full, 1 << 63, 0.5, 1), (.equal, 0, 0.5, 1), (.equal, 1 << 63, 0.75, 1.5),
        (.none, 1 << 63, 1, 2),
    ])
    func `Backoff: full jitter draws from zero to the whole wait, equal jitter from half of it`(
        jitter: Backoff.Jitter, number: UInt64, first: Double, second: Double
    ) {
        let backoff = Backoff(initial: .seconds(1), maximum: .seconds(9), jitter: jitter, generator: Constant(number: number))
        #expect(waits(backoff, 2) == [.seconds(first), .seconds(second)])
    }

    @Test func `Backoff: no wait is longer than without jitter, whatever the random number`() {
        for jitter in [Backoff.Jitter.full, .equal] {
            let backoff = Backoff(initial: .seconds(1), maximum: .seconds(4), jitter: jitter, generator: Constant(number: .max))
            for (wait, longest) in zip(waits(backoff, 4), [1, 2, 4, 4]) {
                #expect(wait < .seconds(longest) && wait > .seconds(longest) - .nanoseconds(1))
            }
        }
    }

    @Test func `Backoff: a seed produces the same waits each time, and another seed produces different ones`() {
        let backoff = Backoff(generator: SplitMix64(seed: 7))
        #expect(waits(backoff) == waits(backoff))
        #expect(waits(backoff) != waits(Backoff(generator: SplitMix64(seed: 8))))
        #expect(Set(waits(backoff)).count == 6)
    }

    @Test func `Backoff: jitter is spread over the whole wait`() {
        var tenths = [Int](repeating: 0, count: 10)
        for seed in 0..<10_000 {
            let backoff = Backoff(initial: .seconds(1), maximum: .seconds(1), generator: SplitMix64(seed: UInt64(seed)))
            tenths[min(9, Int(backoff.wait(beforeRetry: 1) / .milliseconds(100)))] += 1
        }
        #expect(tenths.allSatisfy { (850...1150).contains($0) })
    }

    private static let odd: [(Backoff, [Duration])] = [
        (Backoff(initial: .seconds(-1), jitter: .none), [.zero, .zero]),
        (Backoff(initial: .seconds(1), maximum: .seconds(-1), jitter: .none), [.zero, .zero]),
        (Backoff(initial: .seconds(9), maximum: .seconds(1), jitter: .none), [.seconds(1), .seconds(1)]),
        (Backoff(initial: .seconds(1), multiplier: 0, jitter: .none), [.seconds(1), .seconds(1)]),
        (Backoff(initial: .seconds(1), multiplier: -.infinity, jitter: .none), [.seconds(1), .seconds(1)]),
        (Backoff(initial: .seconds(1), multiplier: .nan, jitter: .none), [.seconds(1), .seconds(1)]),
        (Backoff(initial: .seconds(1), multiplier: .greatestFiniteMagnitude, jitter: .none), [.seconds(1), .seconds(20)]),
        (
            Backoff(initial: .seconds(Int64.max), maximum: .seconds(Int64.max) * 18, jitter: .none),
            [.seconds(2_147_483_648), .seconds(2_147_483_648)]
        ),
    ]

    @Test(arguments: odd.indices)
    func `Backoff: nonsensical settings still produce valid waits`(index: Int) {
        #expect(waits(Self.odd[index].0, 2) == Self.odd[index].1)
    }
}
