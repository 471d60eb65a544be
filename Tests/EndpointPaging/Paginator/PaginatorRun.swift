import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// One scenario, played second by second.
@MainActor final class PaginatorRun {
    private let scenario: PaginatorScenario
    private let service: LetterService
    private let client: APIClient
    let paginator: Paginator<LetterList>
    private let log = Recorder<String>()
    /// The elements in the events so far.
    private var elements: [String] = []

    init(_ scenario: PaginatorScenario) throws {
        self.scenario = scenario
        service = LetterService(scenario.answers)
        client = try APIClient.example(service.transport) { $0.policies.retry = .never }
        paginator = client.paginator(of: service.list)
    }

    func record(_ event: PaginatorEvent<String>) {
        switch event {
        case .replaced(let page): elements = page
        case .appended(let page): elements += page
        case .prepended(let page): elements = page + elements
        case .loading, .failed: break
        }
        let text =
            switch event {
            case .loading(true): "loading"
            case .loading(false): "idle"
            case .replaced, .appended, .prepended: "[\(elements.joined(separator: " "))]"
            case .failed: "failed"
            }
        log.record("\(service.clock.now.offset.components.seconds):\(text)")
    }

    func play(_ trigger: (PaginatorScenario.Trigger) async -> Void) async throws {
        var last = 0
        for entry in scenario.events { last = max(last, PaginatorScenario.time(of: entry)) }
        for second in 0...(last + 1) {
            if second > 0 { service.clock.advance(by: .seconds(1)) }
            // Waits for the events of this second that no trigger causes.
            await settle(count: expectedCount(through: second) { !$0.hasSuffix(":loading") })
            for (time, kind) in scenario.triggers where time == second {
                let (calls, wasLoading) = (service.clock.sleeps.count, paginator.isLoading)
                await trigger(kind)
                // Waits until the call is in flight, before anything else happens.
                if kind == .refresh || paginator.isLoading != wasLoading { await settle(calls: calls + 1) }
            }
            await settle(count: expectedCount(through: second) { _ in true })
            await settle(calls: scenario.calls.count { PaginatorScenario.time(of: $0) <= second })
        }
        // Late responses and events arrive now.
        service.clock.advance(by: .seconds(1000))
        await eventually { [client] in client.activeCalls.isEmpty }
        for _ in 0..<10 { await Task.yield() }
        #expect(log.values == scenario.events)
        #expect(service.calls == scenario.calls)
        #expect(service.cancelledCount == scenario.cancelled)
        #expect(!paginator.isLoading)
        #expect((paginator.error != nil) == (scenario.events.last { !$0.hasSuffix("idle") }?.hasSuffix("failed") == true))
    }

    private func expectedCount(through second: Int, _ isCounted: (String) -> Bool) -> Int {
        let before = scenario.events.count { PaginatorScenario.time(of: $0) < second }
        let now = scenario.events.filter { PaginatorScenario.time(of: $0) == second }
        return before + now.prefix(while: isCounted).count
    }

    private func settle(count: Int) async {
        await eventually { [log] in log.count >= count }
    }

    /// Waits until `count` calls have read the clock, which may then advance.
    private func settle(calls count: Int) async {
        await eventually { [clock = service.clock] in clock.sleeps.count >= count }
    }
}
