import EndpointKit
import EndpointKitTesting
import TestSupport

extension StressRun {
    static let cancelledCalls = StressRun(
        name: "cancelled-calls",
        purpose: "20,000 calls that are cancelled at random moments each have one outcome, and none leaves a descriptor"
    ) { seed in
        let maxConcurrentCalls = 40
        let calls = try CancelledCalls(maxConcurrentCalls: maxConcurrentCalls)
        try await calls.run(2_000, seed: seed)
        let descriptors = openDescriptors()
        let summary = try await calls.run(18_000, seed: seed &+ 1)
        // Two clients keep as many connections as they used concurrently, and both ends are in this process.
        try expectDescriptors(atMost: descriptors + 2 * 2 * maxConcurrentCalls)
        return summary
    }

    static let cancelledTransfers = StressRun(
        name: "cancelled-transfers", purpose: "10,000 requests that are cancelled at random moments are answered or cancelled"
    ) { seed in
        try await CancelledTransfers(on: CurlTransport()).run(10_000, seed: seed)
    }

    static let answeredCalls = StressRun(
        name: "answered-calls", purpose: "100,000 calls with 64 in flight are all answered, and take no more memory and no descriptor"
    ) { _ in
        let calls = try AnsweredCalls(on: CurlTransport())
        try await calls.run(20_480)
        let memory = residentBytes()
        // Both ends of a connection are in this process, and not all 64 may be needed at first.
        let descriptors = openDescriptors() - 2 * calls.connectionCount
        try await calls.run(81_920)
        let growth = try expectGrowth(since: memory, below: 4 << 20)
        try expectDescriptors(atMost: descriptors + 2 * calls.connectionCount)
        return growth
    }

    static let mixedExchanges = StressRun(
        name: "mixed-exchanges",
        purpose: "20,000 exchanges over TLS are each answered by their own answer, whatever else the server sends"
    ) { seed in
        try await MixedExchanges(on: CurlTransport()).run(20_000, seed: seed)
    }

    static let brokenAnswers = StressRun(
        name: "broken-answers", purpose: "50,000 broken answers each end in a response or an error, and leave nothing behind"
    ) { seed in
        let answers = BrokenAnswers(on: CurlTransport())
        // Memory and descriptors that are allocated once exist after some calls.
        try await answers.run(5_000, seed: seed &+ 1)
        let (memory, descriptors) = (residentBytes(), openDescriptors())
        let summary = try await answers.run(50_000, seed: seed)
        try expectDescriptors(atMost: descriptors + 4)
        return "\(summary); \(try expectGrowth(since: memory, below: 8 << 20))"
    }

    static let lostConnections = StressRun(
        name: "lost-connections",
        purpose: "servers that close connections after reading a request, in every way: each copy of each request is an attempt"
    ) { _ in
        let table = LostConnections.table(idle: [1, 3, 40])
        for connections in table {
            for retry in [RetryPolicy.standard, .never] { try await connections.run(LostConnections.Kind.all, retry: retry) }
        }
        return "\(table.count * LostConnections.Kind.all.count * 2) calls"
    }

    static let guardedCalls = StressRun(
        name: "guarded-calls",
        purpose: "10,000 calls with random redirects, 401s, lost connections and guards: no write is acted on twice or loses its guard"
    ) { seed in
        let figures = try await TestSupport.guardedCalls(10_000, seed: seed)
        try require(figures.successes > 1000 && figures.requestsElsewhere > 1000 && figures.repeated > 1000, "\(figures)")
        return "\(figures)"
    }
}
