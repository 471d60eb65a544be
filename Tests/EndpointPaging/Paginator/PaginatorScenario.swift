import EndpointKit
import Testing

/// The triggers of a paginator, the responses to its calls, and the expected events, with times in seconds.
struct PaginatorScenario: Sendable, CustomTestStringConvertible {
    enum Trigger: Sendable {
        case refresh, next
    }
    var testDescription: String
    var triggers: [(time: Int, trigger: Trigger)]
    var answers: [LetterService.Answer]
    /// Events such as `1:[1a]` and `1:idle`. The calls with their pages follow, such as `3:2`.
    var events: [String]
    var calls: [String]
    var cancelled = 0

    init(
        _ description: String, _ triggers: [(Int, Trigger)], answers: [LetterService.Answer], events: String, calls: String,
        cancelled: Int = 0
    ) {
        testDescription = description
        self.triggers = triggers.map { (time: $0.0, trigger: $0.1) }
        self.answers = answers
        self.events = events.split(separator: ", ").map(String.init)
        self.calls = calls.split(separator: " ").map(String.init)
        self.cancelled = cancelled
    }

    static func time(of entry: String) -> Int { entry.split(separator: ":").first.flatMap { Int($0) } ?? 0 }
}

extension PaginatorScenario {
    static let all: [PaginatorScenario] = [
        PaginatorScenario(
            "page one replaces, others append", [(0, .refresh), (3, .next), (5, .next), (9, .refresh)],
            answers: [.page(after: 1), .page(after: 1), .page(after: 2), .page(after: 1)],
            events: "0:loading, 1:[1a], 1:idle, 3:loading, 4:[1a 2b], 4:idle, 5:loading, 7:[1a 2b 3c], 7:idle, 9:loading, 10:[1d], 10:idle",
            calls: "0:1 3:2 5:3 9:1"),
        PaginatorScenario(
            "the first next page is page one", [(0, .next), (2, .next)], answers: [.page(after: 1), .page(after: 1)],
            events: "0:loading, 1:[1a], 1:idle, 2:loading, 3:[1a 2b], 3:idle", calls: "0:1 2:2"),
        PaginatorScenario(
            "a next page while one loads is one request", [(0, .refresh), (2, .next), (2, .next), (3, .next), (4, .next), (5, .next)],
            answers: [.page(after: 1), .page(after: 3), .page(after: 1)],
            events: "0:loading, 1:[1a], 1:idle, 2:loading, 5:[1a 2b], 5:idle, 5:loading, 6:[1a 2b 3c], 6:idle", calls: "0:1 2:2 5:3"),
        PaginatorScenario(
            "a next page while page one loads is page one", [(0, .refresh), (1, .next), (1, .next)], answers: [.page(after: 2)],
            events: "0:loading, 2:[1a], 2:idle", calls: "0:1"),
        PaginatorScenario(
            "a refresh while a page loads wins, and the late answer is ignored", [(0, .refresh), (2, .next), (3, .refresh)],
            answers: [.page(after: 1), .page(after: 4), .page(after: 1)],
            events: "0:loading, 1:[1a], 1:idle, 2:loading, 4:[1c], 4:idle", calls: "0:1 2:2 3:1", cancelled: 1),
        PaginatorScenario(
            "a late answer before that of the refresh is ignored too", [(0, .refresh), (2, .next), (3, .refresh)],
            answers: [.page(after: 1), .page(after: 2), .page(after: 5)],
            events: "0:loading, 1:[1a], 1:idle, 2:loading, 8:[1c], 8:idle", calls: "0:1 2:2 3:1", cancelled: 1),
        PaginatorScenario(
            "a late failure is ignored", [(0, .refresh), (2, .next), (3, .refresh)],
            answers: [.page(after: 1), .failure(after: 2), .page(after: 3)],
            events: "0:loading, 1:[1a], 1:idle, 2:loading, 6:[1c], 6:idle", calls: "0:1 2:2 3:1", cancelled: 1),
        PaginatorScenario(
            "the last of several refreshes wins", [(0, .refresh), (1, .refresh), (1, .refresh), (2, .refresh)],
            answers: [.page(after: 3), .page(after: 3), .page(after: 3), .page(after: 3)],
            events: "0:loading, 5:[1d], 5:idle", calls: "0:1 1:1 1:1 2:1", cancelled: 3),
        PaginatorScenario(
            "after a refresh that won, the pages go on from page two", [(0, .refresh), (2, .next), (4, .next), (4, .refresh), (6, .next)],
            answers: [.page(after: 1), .page(after: 1), .page(after: 1), .page(after: 1), .page(after: 1)],
            events: "0:loading, 1:[1a], 1:idle, 2:loading, 3:[1a 2b], 3:idle, 4:loading, 5:[1d], 5:idle, 6:loading, 7:[1d 2e], 7:idle",
            calls: "0:1 2:2 4:3 4:1 6:2", cancelled: 1),
        PaginatorScenario(
            "nothing is requested if there is no next page",
            [(0, .refresh), (2, .next), (4, .next), (6, .next), (7, .next), (8, .refresh)],
            answers: [.page(after: 1), .page(after: 1), .page(after: 1), .page(after: 1)],
            events: "0:loading, 1:[1a], 1:idle, 2:loading, 3:[1a 2b], 3:idle, 4:loading, 5:[1a 2b 3c], 5:idle, 8:loading, 9:[1d], 9:idle",
            calls: "0:1 2:2 4:3 8:1"),
        PaginatorScenario(
            "an error ends the loading, and the next trigger asks for the same page", [(0, .refresh), (2, .next), (4, .next), (6, .next)],
            answers: [.page(after: 1), .failure(after: 1), .page(after: 1), .page(after: 1)],
            events:
                "0:loading, 1:[1a], 1:idle, 2:loading, 3:failed, 3:idle, 4:loading, 5:[1a 2c], 5:idle, 6:loading, 7:[1a 2c 3d], 7:idle",
            calls: "0:1 2:2 4:2 6:3"),
        PaginatorScenario(
            "after an error, many triggers are one request", [(0, .refresh), (2, .next), (4, .next), (4, .next), (4, .next), (5, .next)],
            answers: [.page(after: 1), .failure(after: 1), .failure(after: 2), .failure(after: 1)],
            events: "0:loading, 1:[1a], 1:idle, 2:loading, 3:failed, 3:idle, 4:loading, 6:failed, 6:idle", calls: "0:1 2:2 4:2"),
        PaginatorScenario(
            "a refresh after an error is page one", [(0, .refresh), (2, .next), (4, .refresh), (6, .next)],
            answers: [.page(after: 1), .failure(after: 1), .page(after: 1), .page(after: 1)],
            events: "0:loading, 1:[1a], 1:idle, 2:loading, 3:failed, 3:idle, 4:loading, 5:[1c], 5:idle, 6:loading, 7:[1c 2d], 7:idle",
            calls: "0:1 2:2 4:1 6:2"),
        PaginatorScenario(
            "a refresh that fails keeps the elements, and the next trigger asks for page one again",
            [(0, .refresh), (2, .next), (4, .refresh), (6, .next), (8, .next)],
            answers: [.page(after: 1), .page(after: 1), .failure(after: 1), .page(after: 1), .page(after: 1)],
            events:
                "0:loading, 1:[1a], 1:idle, 2:loading, 3:[1a 2b], 3:idle, 4:loading, 5:failed, 5:idle, 6:loading, 7:[1d], 7:idle, 8:loading, 9:[1d 2e], 9:idle",
            calls: "0:1 2:2 4:1 6:1 8:2"),
        PaginatorScenario(
            "the first page may fail", [(0, .next), (2, .next)], answers: [.failure(after: 1), .page(after: 1)],
            events: "0:loading, 1:failed, 1:idle, 2:loading, 3:[1b], 3:idle", calls: "0:1 2:1"),
        PaginatorScenario(
            "an answer comes before the trigger of the same moment", [(0, .refresh), (1, .next), (2, .refresh)],
            answers: [.page(after: 1), .page(after: 1), .page(after: 1)],
            events: "0:loading, 1:[1a], 1:idle, 1:loading, 2:[1a 2b], 2:idle, 2:loading, 3:[1c], 3:idle", calls: "0:1 1:2 2:1"),
    ]
}
