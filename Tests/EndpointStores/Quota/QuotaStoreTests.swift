import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The behavior of every quota store, tested with the two that are built in.
@Suite struct QuotaStoreTests {
    enum Kind: CaseIterable { case memory, file }

    /// A store whose clocks a test sets.
    private final class Bench: Sendable {
        let folder: Folder
        let store: any QuotaStore
        let clock = ManualClock()

        init(_ kind: Kind) throws {
            folder = try Folder()
            store =
                switch kind {
                case .memory: MemoryQuotaStore(clock: clock)
                case .file: FileQuotaStore(folder.file("quota.json"), clock: clock)
                }
        }

        func advance(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

        func reserve(
            _ calls: Int, _ window: QuotaWindow, returning unsent: [Duration] = [], for validity: Duration = .zero
        ) async throws -> QuotaGrant {
            try await store.reserve(calls, returning: unsent, for: validity, of: window)
        }
    }

    private let window = QuotaWindow(calls: 3, period: .seconds(10))

    @Test(arguments: Kind.allCases) func `QuotaStore: a request counts until one period after the last moment at which it may be sent`(
        kind: Kind
    ) async throws {
        let bench = try Bench(kind)
        let grant = try await bench.reserve(2, window)
        #expect(grant.granted == 2 && grant.used == 2 && grant.waits == [])
        #expect(grant.nextReturn == .milliseconds(10_001))
        bench.advance(1)
        #expect(try await bench.reserve(1, window, returning: [], for: .milliseconds(500)).used == 3)
        for (seconds, used) in [(8.9, 3), (0.2, 1), (1.3, 1), (0.2, 0)] {
            bench.advance(seconds)
            #expect(try await bench.reserve(0, window).used == used, "after \(seconds) s more")
        }
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: only the rest of the window is granted, and the other requests' waits are returned`(
        kind: Kind
    ) async throws {
        let bench = try Bench(kind)
        _ = try await bench.reserve(1, window)
        bench.advance(4)
        let grant = try await bench.reserve(5, window, returning: [], for: .seconds(1))
        #expect(grant.granted == 2)
        #expect(grant.used == 3)
        #expect(grant.waits == [.milliseconds(6001), .milliseconds(11_001), .milliseconds(11_001)])
        #expect(grant.nextReturn == .milliseconds(6001))
        #expect(try await bench.reserve(1, window).granted == 0)
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: a request that wasn't sent doesn't count`(kind: Kind) async throws {
        let bench = try Bench(kind)
        let first = try await bench.reserve(1, window)
        bench.advance(1)
        let second = try await bench.reserve(2, window, for: .milliseconds(500))
        let third = try await bench.reserve(3, window, returning: [second.end, second.end])
        #expect(third.granted == 2)
        #expect(third.waits == [.milliseconds(9001)])
        // If a returned request was merged with later ones, an earlier request is forgotten in its place, never a later one.
        #expect(
            try await bench.reserve(3, window, returning: [first.end, first.end]).waits == [.milliseconds(10_001), .milliseconds(10_001)])
    }

    @Test(arguments: Kind.allCases, [0, 5]) func `QuotaStore: a request that wasn't sent is forgotten even if none is granted`(
        kind: Kind, calls: Int
    ) async throws {
        let bench = try Bench(kind)
        let grant = try await bench.reserve(3, window)
        #expect(try await bench.reserve(calls, QuotaWindow(calls: 2, period: .seconds(10)), returning: [grant.end]).granted == 0)
        #expect(try await bench.reserve(0, window).used == 2)
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: a request counts for at most a period and a second`(kind: Kind) async throws {
        let bench = try Bench(kind)
        #expect(try await bench.reserve(3, window, returning: [], for: .seconds(1000)).nextReturn == .milliseconds(11_001))
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: with a smaller quota, calls wait until the excess no longer counts`(
        kind: Kind
    ) async throws {
        let bench = try Bench(kind)
        for _ in 0..<3 {
            _ = try await bench.reserve(1, window)
            bench.advance(1)
        }
        let grant = try await bench.reserve(2, QuotaWindow(calls: 2, period: .seconds(10)))
        #expect(grant.used == 3)
        #expect(grant.waits == [.milliseconds(8001), .milliseconds(9001)])
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: a quota with a shorter period forgets no request of a longer one`(
        kind: Kind
    ) async throws {
        let bench = try Bench(kind)
        let (short, long) = (QuotaWindow(calls: 3, period: .seconds(1)), QuotaWindow(calls: 5, period: .seconds(3600)))
        for window in [long, short] {
            _ = try await bench.reserve(2, window)
            bench.advance(2)
        }
        #expect(try await bench.reserve(0, short).used == 0)
        #expect(try await bench.reserve(4, short).granted == 3)
        let grant = try await bench.reserve(1, long)
        #expect(grant.used == 7)
        #expect(grant.granted == 0)
        bench.advance(3700)
        #expect(try await bench.reserve(9, long).granted == 5)
    }

    /// Random requests, each sent at a random moment before its permit expires.
    @Test(arguments: Kind.allCases, [1, 7, 1500])
    func `QuotaStore: no window contains more sent requests than the quota allows`(kind: Kind, calls: Int) async throws {
        let bench = try Bench(kind)
        var random = SplitMix64(seed: UInt64(calls))
        let window = QuotaWindow(calls: calls, period: .seconds(2))
        var now = 0.0
        var moments: [Double] = []
        var unsent: [Duration] = []
        for _ in 0..<(kind == .memory ? 3000 : 300) {
            let step = Double.random(in: 0...0.2, using: &random)
            now += step
            bench.advance(step)
            let validity = Double.random(in: 0...0.9, using: &random)
            let grant = try await bench.reserve(
                Int.random(in: 0...(calls / 4 + 1), using: &random), window, returning: unsent, for: .seconds(validity))
            // Some requests aren't sent.
            unsent = (0..<grant.granted).filter { _ in Int.random(in: 0..<5, using: &random) == 0 }.map { _ in grant.end }
            for _ in 0..<(grant.granted - unsent.count) { moments.append(now + Double.random(in: 0...validity, using: &random)) }
            #expect(grant.waits.allSatisfy { $0 <= .seconds(3) })
        }
        moments.sort()
        for (index, moment) in moments.enumerated() where index >= calls { #expect(moment - moments[index - calls] > 2) }
        // The limit isn't kept merely by sending too few requests.
        #expect(moments.count > 3 * calls)
    }

    @Test func `MemoryQuotaStore: hostile amounts don't trap`() {
        let store = MemoryQuotaStore()
        for (calls, period, wanted) in [
            (Int.max, Duration.seconds(Int64.max), Int(3)), (Int.min, .seconds(Int64.min), 5), (0, .zero, -1),
            (3, .nanoseconds(1), Int.min),
        ] {
            for validity in [Duration.seconds(Int64.min), .seconds(Int64.max)] {
                _ = store.reserve(wanted, returning: [], for: validity, of: QuotaWindow(calls: calls, period: period))
            }
        }
        #expect(store.reserve(0, returning: [], for: .zero, of: QuotaWindow(calls: 1, period: .seconds(1))).used == 6)
        let last = store.reserve(
            0, returning: [.seconds(Int64.max), .seconds(Int64.min)], for: .zero, of: QuotaWindow(calls: 1, period: .seconds(1)))
        #expect(last.used == 5)
    }
}
