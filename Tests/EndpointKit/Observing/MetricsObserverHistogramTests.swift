import EndpointKit
import Testing

@Suite struct MetricsObserverHistogramTests {
    private func histogram(_ milliseconds: [Double]) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for value in milliseconds { histogram.record(.milliseconds(value)) }
        return histogram
    }

    @Test func `LatencyHistogram: its bounds increase`() {
        #expect(LatencyHistogram.bounds == LatencyHistogram.bounds.sorted())
        #expect(Set(LatencyHistogram.bounds).count == LatencyHistogram.bounds.count)
    }

    @Test func `LatencyHistogram: a duration is in the first bucket whose bound it doesn't exceed`() throws {
        let histogram = histogram([0, 1, 1.001, 60_000, 60_001])
        #expect(histogram.counts.first == 2)
        #expect(histogram.counts[1] == 1)
        #expect(histogram.counts.suffix(2) == [1, 1])
        #expect(histogram.count == 5)
        #expect(abs(histogram.sum - 120.003001) < 1e-9)
    }

    @Test func `LatencyHistogram: every quantile of a single duration is that duration`() throws {
        let histogram = histogram([12.3])
        for fraction in [0, 0.5, 0.99, 1] { #expect(try abs(#require(histogram.quantile(fraction)) / .milliseconds(12.3) - 1) < 1e-9) }
    }

    @Test func `LatencyHistogram: quantiles are close to the exact ones`() throws {
        // 1 to 1000 ms.
        let histogram = histogram((1...1000).map(Double.init))
        for (quantile, real) in [(histogram.p50, 500.0), (histogram.p95, 950), (histogram.p99, 990), (histogram.quantile(1), 1000)] {
            #expect(try abs(#require(quantile) / .milliseconds(real) - 1) < 0.05)
        }
        #expect(try #require(histogram.quantile(0)) == .milliseconds(1))
    }

    @Test func `LatencyHistogram: quantiles increase with the fraction`() throws {
        let histogram = histogram([0.2, 3, 3, 17, 40, 40, 900, 61_000, 100_000])
        let quantiles = try stride(from: 0, through: 1, by: 0.01).map { try #require(histogram.quantile($0)) }
        #expect(quantiles == quantiles.sorted())
        #expect(quantiles.last == .seconds(100))
    }

    @Test(arguments: [-0.1, 1.1, .nan, .infinity])
    func `LatencyHistogram: a fraction out of range has no quantile`(fraction: Double) { #expect(histogram([1]).quantile(fraction) == nil) }

    @Test func `LatencyHistogram: an empty histogram has no quantile`() { #expect(LatencyHistogram().p50 == nil) }

    @Test func `LatencyHistogram: any duration is accepted`() {
        var histogram = LatencyHistogram()
        for duration in [
            Duration.seconds(-5), Duration(secondsComponent: .max, attosecondsComponent: 0),
            Duration(secondsComponent: .min, attosecondsComponent: 0),
        ] {
            for _ in 0..<100 { histogram.record(duration) }
        }
        #expect(histogram.count == 300)
        #expect(histogram.p50.map { (.zero...(.milliseconds(1))).contains($0) } == true)
        #expect(histogram.p99.map { $0 > .seconds(60) } == true)
    }
}
