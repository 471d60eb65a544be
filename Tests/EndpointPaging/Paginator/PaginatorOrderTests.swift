import EndpointKit
import EndpointKitTesting
import Testing

/// The order of events, for each scenario and each style of using a paginator.
@MainActor @Suite struct PaginatorOrderTests {
    @Test(arguments: PaginatorScenario.all)
    func `Paginator: events keep their order with methods and a handler`(scenario: PaginatorScenario) async throws {
        let run = try PaginatorRun(scenario)
        run.paginator.onEvent = { run.record($0) }
        try await run.play { trigger in
            switch trigger {
            case .refresh: run.paginator.refresh()
            case .next: run.paginator.loadNextPage()
            }
        }
    }

    @Test(arguments: PaginatorScenario.all)
    func `Paginator: events keep their order with bound triggers and streams`(scenario: PaginatorScenario) async throws {
        let run = try PaginatorRun(scenario)
        let (refreshes, nextPages) = (Triggers(), Triggers())
        run.paginator.bind(refresh: refreshes.sequence)
        run.paginator.bind(nextPage: nextPages.sequence)
        let events = run.paginator.events
        let listener = Task { for await event in events { run.record(event) } }
        try await run.play { trigger in
            switch trigger {
            case .refresh: await refreshes.give()
            case .next: await nextPages.give()
            }
        }
        listener.cancel()
    }
}
