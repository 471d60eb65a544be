import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The behavior of every quota store, tested with the two that are built in.
@Suite struct QuotaStoreTests {
    enum Kind: CaseIterable { case memory, file }

    /// A store whose clock a test moves.
    private final class Bench: Sendable {
        let folder: Folder
        let store: any QuotaStore
        let clock = ManualClock()
        let time = TestTime(Date(timeIntervalSince1970: 1_800_000_000))

        init(_ kind: Kind) throws {
            folder = try Folder()
            store =
                switch kind {
                case .memory: MemoryQuotaStore(clock: clock)
                case .file: FileQuotaStore(folder.file("quota.json"), now: { [time] in time.date })
                }
        }

        func advance(_ seconds: Double) {
            clock.advance(by: .seconds(seconds))
            time.advance(by: seconds)
        }

        func update(_ window: QuotaWindow, arrived: [String] = [], withdrawn: [String] = [], wanted: Int = 0) async throws -> QuotaGrant {
            try await store.update(QuotaChange(arrived: arrived, withdrawn: withdrawn, wanted: wanted), of: window)
        }
    }

    private let window = QuotaWindow(calls: 3, period: .seconds(10))

    @Test(arguments: Kind.allCases) func `QuotaStore: a request counts until one period after its response`(kind: Kind) async throws {
        let bench = try Bench(kind)
        let grant = try await bench.update(window, wanted: 2)
        #expect(grant.tickets.count == 2)
        #expect(grant.used == 2)
        #expect(grant.waits == [])
        bench.advance(4)
        _ = try await bench.update(window, arrived: [grant.tickets[0]])
        bench.advance(1)
        _ = try await bench.update(window, arrived: [grant.tickets[1]])
        for (seconds, used) in [(9.0, 2), (0.01, 1), (0.98, 1), (0.02, 0)] {
            bench.advance(seconds)
            #expect(try await bench.update(window).used == used, "after \(seconds) s more")
        }
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: only the rest of the window is granted, and the others get their shortest waits`(
        kind: Kind
    ) async throws {
        let bench = try Bench(kind)
        let first = try await bench.update(window, wanted: 1)
        bench.advance(1)
        _ = try await bench.update(window, arrived: first.tickets)
        bench.advance(4)
        let grant = try await bench.update(window, wanted: 5)
        #expect(grant.tickets.count == 2)
        #expect(grant.used == 3)
        // The first one ended four seconds ago. Those in flight may end now.
        #expect(grant.waits == [.milliseconds(6001), .milliseconds(10_001), .milliseconds(10_001)])
        #expect(grant.nextReturn == .milliseconds(6001))
        #expect(try await bench.update(window, wanted: 1).tickets == [])
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: a withdrawn request doesn't count`(kind: Kind) async throws {
        let bench = try Bench(kind)
        let grant = try await bench.update(window, wanted: 3)
        _ = try await bench.update(window, withdrawn: grant.tickets)
        #expect(try await bench.update(window).used == 0)
        #expect(try await bench.update(window, wanted: 3).tickets.count == 3)
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: a request without an end counts as arrived a minute after it was sent`(
        kind: Kind
    ) async throws {
        let bench = try Bench(kind)
        _ = try await bench.update(window, wanted: 3)
        bench.advance(69.9)
        #expect(try await bench.update(window, wanted: 1).tickets.isEmpty)
        bench.advance(0.2)
        #expect(try await bench.update(window, wanted: 1).tickets.count == 1)
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: unknown tickets are ignored`(kind: Kind) async throws {
        let bench = try Bench(kind)
        let grant = try await bench.update(window, wanted: 1)
        _ = try await bench.update(window, arrived: ["", "x", "7", "99999999999999999999"], withdrawn: ["-1", "a:b"])
        #expect(try await bench.update(window).used == 1)
        _ = try await bench.update(window, withdrawn: grant.tickets + grant.tickets)
        #expect(try await bench.update(window).used == 0)
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: a smaller quota waits until the excess no longer counts`(kind: Kind) async throws {
        let bench = try Bench(kind)
        for _ in 0..<3 {
            let grant = try await bench.update(window, wanted: 1)
            _ = try await bench.update(window, arrived: grant.tickets)
            bench.advance(1)
        }
        let grant = try await bench.update(QuotaWindow(calls: 2, period: .seconds(10)), wanted: 2)
        #expect(grant.used == 3)
        #expect(grant.waits == [.milliseconds(8001), .milliseconds(9001)])
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: a quota of a shorter period forgets nothing of a longer one`(kind: Kind) async throws
    {
        let bench = try Bench(kind)
        let (short, long) = (QuotaWindow(calls: 3, period: .seconds(1)), QuotaWindow(calls: 5, period: .seconds(3600)))
        for window in [long, short] {
            let grant = try await bench.update(window, wanted: 2)
            _ = try await bench.update(window, arrived: grant.tickets)
            bench.advance(2)
        }
        #expect(try await bench.update(short).used == 0)
        #expect(try await bench.update(short, wanted: 4).tickets.count == 3)
        let grant = try await bench.update(long, wanted: 1)
        #expect(grant.used == 7)
        #expect(grant.tickets.isEmpty)
        bench.advance(3700)
        #expect(try await bench.update(long, wanted: 9).tickets.count == 5)
    }

    @Test(arguments: Kind.allCases) func `QuotaStore: a request in flight of a large quota stays one for a small one`(
        kind: Kind
    ) async throws {
        let bench = try Bench(kind)
        let (small, large) = (QuotaWindow(calls: 3, period: .seconds(1)), QuotaWindow(calls: 5000, period: .seconds(86_400)))
        bench.advance(1)
        let grant = try await bench.update(large, wanted: 1)
        _ = try await bench.update(small, wanted: 1)
        _ = try await bench.update(large, withdrawn: grant.tickets)
        #expect(try await bench.update(large).used == 1)
    }

    /// Random requests with random delays, as the server sees them.
    @Test(arguments: Kind.allCases, [1, 7, 1500])
    func `QuotaStore: no window sees more requests arrive than the quota, whatever the delays`(kind: Kind, calls: Int) async throws {
        let bench = try Bench(kind)
        var random = SplitMix64(seed: UInt64(calls))
        let window = QuotaWindow(calls: calls, period: .seconds(2))
        var now = 0.0
        var inFlight: [(ticket: String, end: Double)] = []
        var arrivals: [Double] = []
        for _ in 0..<(kind == .memory ? 3000 : 300) {
            let step = Double.random(in: 0...0.2, using: &random)
            now += step
            bench.advance(step)
            let ended = inFlight.filter { $0.end <= now }
            inFlight.removeAll { $0.end <= now }
            let wanted = Int.random(in: 0...(calls / 4 + 1), using: &random)
            for ticket in try await bench.update(window, arrived: ended.map(\.ticket), wanted: wanted).tickets {
                let flight = Double.random(in: 0...3, using: &random)
                inFlight.append((ticket, now + flight))
                arrivals.append(now + Double.random(in: 0...flight, using: &random))
            }
        }
        arrivals.sort()
        for (index, arrival) in arrivals.enumerated() where index >= calls { #expect(arrival - arrivals[index - calls] > 2) }
        // The limit isn't kept by sending too little.
        #expect(arrivals.count > 3 * calls)
    }

    @Test func `MemoryQuotaStore: hostile amounts don't trap`() {
        let store = MemoryQuotaStore()
        for (calls, period, wanted) in [
            (Int.max, Duration.seconds(Int64.max), Int(3)), (Int.min, .seconds(Int64.min), 5), (0, .zero, -1),
            (3, .nanoseconds(1), Int.min),
        ] {
            _ = store.update(QuotaChange(wanted: wanted), of: QuotaWindow(calls: calls, period: period))
        }
        #expect(store.update(QuotaChange(), of: QuotaWindow(calls: 1, period: .seconds(1))).used == 3)
    }
}
