import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct TimelineTests {
    static let attempts: [(Attempt, String)] = [
        (Attempt(number: 1, start: .zero, duration: .milliseconds(120), outcome: .answered(404)), "1: 404 Not Found after 0.120 s"),
        (
            Attempt(
                number: 2, start: .seconds(1), duration: .microseconds(120_499), outcome: .answered(503), decision: "RetryDecision",
                wait: .milliseconds(400)), "2: 503 Service Unavailable after 0.120 s, RetryDecision, waited 0.400 s"
        ),
        (
            Attempt(number: 3, start: .zero, duration: .microseconds(1_999_500), outcome: .failed(.timeout), wait: .zero),
            "3: failed (timeout) after 2.000 s"
        ),
        (
            Attempt(number: 4, start: .zero, duration: .zero, outcome: .failed(.authentication), adapter: "SigningAdapter"),
            "4: failed (authentication) after 0.000 s, rejected by SigningAdapter"
        ),
        (Attempt(number: 5, start: .zero, duration: .seconds(3600), outcome: .cancelled), "5: cancelled after 3600.000 s"),
        (Attempt(number: 6, start: .zero, duration: .milliseconds(-1500), outcome: .answered(299)), "6: 299 after -1.500 s"),
        (
            Attempt(
                number: 7, start: .zero, duration: Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
                outcome: .cancelled), "7: cancelled after 9223372036854775808.000 s"
        ),
    ]

    @Test(arguments: attempts.indices)
    func `Timeline: an attempt is one line`(index: Int) {
        let (attempt, line) = Self.attempts[index]
        #expect("\(attempt)" == line)
    }

    @Test func `Timeline: it has a line per attempt and redirect, and the debug description has all details`() async throws {
        let stub = StubTransport.answering(
            .redirect(to: "/v1/next?token=hunter2"), HTTPResponse(status: 503), HTTPResponse(status: 404))
        let again = Restarting { attempt, _ in attempt < 2 ? .restart : .pass }
        let client = try APIClient.example(stub, decisions: [again, BadStatusDecision(), ParseDecision()], clock: ManualClock())
        let error = try #require(await failure { try await client.data(.get("items", query: ["key": "hunter2"])).value })
        let lines = error.timeline.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first == "   GET https://api.example.com/v1/items?key=<7 characters> -> 302 Found")
        #expect(lines.dropFirst().first?.hasPrefix("1: 503 Service Unavailable after 0.") == true)
        #expect(lines.last?.hasPrefix("2: 404 Not Found after 0.") == true)
        #expect(error.debugDescription == "\(error)\n\(error.timeline)")
    }

    @Test func `Timeline: an error without attempts has no timeline`() {
        let error = APIError(.configuration, "No base URL.", underlying: OwnError())
        #expect(error.timeline == "")
        #expect(error.debugDescription == "configuration: No base URL.\nUnderlying OwnError: OwnError")
    }
}
