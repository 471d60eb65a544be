import EndpointKit
import Foundation
import TestSupport
import Testing

@testable import EndpointClient

@Suite struct LogObserverTests {
    @Test func `LogObserver: a line waits until standard error accepts it`() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0 && dup2(ends[1], 2) == 2)
            for end in [ends[0], 2] { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
            while write(2, "0", 1) == 1 {}
            let ended = Counter()
            let report = Task {
                try await onOwnThread { StandardError.report("the line") }
                ended.next()
            }
            var text = ""
            func readAll() {
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                while case let count = read(ends[0], &bytes, bytes.count), count > 0 {
                    text += String(decoding: bytes[..<count], as: UTF8.self)
                }
            }
            while ended.count == 0 {
                readAll()
                await Task.yield()
            }
            try await report.value
            readAll()
            try #require(text.hasSuffix("0the line\n"))
        }
    }

    private let lines = Recorder<LogLine>()

    private func observer(_ level: LogObserver.Level = .calls) -> LogObserver { LogObserver(level) { [lines] in lines.record($0) } }

    private func request(_ redaction: Redaction = .standard) throws -> HTTPRequest {
        HTTPRequest(
            origin: try #require(Origin(scheme: .https, host: "example.com")), path: "/items", query: ["apikey": "hunter2", "limit": 20],
            headers: ["Authorization": "hunter2", "Accept": "*/*", "X-Own": "own"], redaction: redaction)
    }

    private func error(_ code: APIError.Code = .badStatus, _ message: String = "The server answered 503.", attempts: Int = 3) -> APIError {
        APIError(code, message, attempts: (1...attempts).map { .answered(503, number: $0) })
    }

    @Test func `LogObserver: a call is one line, at its end`() throws {
        let call = ObservedCall(by: observer())
        call.tell(.queued, attempt: 0)
        for number in 1...2 {
            call.tell(.adapted(try request()), attempt: number)
            call.tell(.sent(try request()), attempt: number)
            call.tell(.head(HTTPResponse()), attempt: number)
            call.tell(.received(.answered()), attempt: number)
            if number == 1 { call.tell(.retry(after: .seconds(1))) }
        }
        call.tell(.decoded(String.self), attempt: 2)
        #expect(lines.values.isEmpty)
        call.tell(.finished([.answered(503), .answered()]), attempt: 2, elapsed: .milliseconds(1234))
        #expect(lines.texts == ["GET https://example.com/items?apikey=<7 characters>&limit=20 200 OK 1.2 s 610 B (2 attempts)"])
        #expect(lines.values.first?.isFailure == false)
    }

    @Test func `LogObserver: a failure has its code and message`() throws {
        let call = ObservedCall(by: observer())
        call.tell(.adapted(try request()))
        call.tell(.failed(error()))
        #expect(
            lines.texts == [
                "GET https://example.com/items?apikey=<7 characters>&limit=20 failed after 12 ms: badStatus: The server answered 503. (3 attempts)"
            ])
        #expect(lines.values.first?.isFailure == true)
    }

    @Test func `LogObserver: before there is a request, the line names the endpoint, without its values`() {
        ObservedCall(1, ObservedCall.Listing.list(secret: "hunter2"), by: observer()).fail(error(.invalidRequest, "No.", attempts: 1))
        #expect(lines.texts == ["Listing.list failed after 12 ms: invalidRequest: No."])
    }

    @Test func `LogObserver: only the type of a foreign error is shown, because its text may contain anything`() {
        struct Refusal: Error, CustomStringConvertible { var description: String { "hunter2" } }
        ObservedCall(by: observer()).fail(Refusal())
        #expect(lines.texts == ["Listing.all failed after 12 ms: Refusal"])
    }

    @Test func `LogObserver: a cancelled call says why, if it was cancelled by someone`() {
        ObservedCall(by: observer()).tell(.cancelled(CancellationError()))
        ObservedCall(by: observer()).tell(.cancelled(APIError(.cancelled, "Its group was cancelled.")))
        #expect(lines.texts == ["Listing.all cancelled after 12 ms", "Listing.all cancelled after 12 ms: Its group was cancelled."])
        #expect(lines.values.allSatisfy { !$0.isFailure })
    }

    @Test func `LogObserver: attempts and waits have their own lines, with the call's number`() throws {
        let call = ObservedCall(7, by: observer(.attempts))
        call.tell(.queued, attempt: 0)
        call.tell(.adapted(try request()))
        call.tell(.received(.answered(503)))
        call.tell(.retry(after: .milliseconds(200)))
        call.tell(.received(Attempt(number: 2, start: .zero, duration: .microseconds(400), outcome: .failed(.timeout))), attempt: 2)
        call.tell(.failed(error(.timeout, "Silence.", attempts: 2)), attempt: 2)
        #expect(
            lines.texts == [
                "[7.1] answered 503 Service Unavailable 9 ms 610 B", "[7.1] retry in 200 ms", "[7.2] failed: timeout 0.4 ms",
                "[7.2] GET https://example.com/items?apikey=<7 characters>&limit=20 failed after 12 ms: timeout: Silence. (2 attempts)",
            ])
        #expect(lines.values.map(\.isFailure) == [true, false, true, true])
    }

    @Test func `LogObserver: an attempt that follows at once, such as after a refresh, is no retry in 0 ms`() {
        ObservedCall(7, by: observer(.attempts)).tell(.retry(after: .zero))
        #expect(lines.texts == ["[7.1] sent again at once"])
    }

    @Test func `LogObserver: the trace shows every step and every field, but no secret`() throws {
        let call = ObservedCall(7, by: observer(.trace))
        let request = try request(.standard.hiding("x-own"))
        call.tell(.queued, attempt: 0, tags: ["b", "a"])
        call.tell(.adapted(request))
        call.tell(.sent(request))
        call.tell(.head(HTTPResponse(status: 200, headers: ["Content-Type": "text/plain", "Set-Cookie": "hunter2", "X-Own": "own"])))
        call.tell(.decision(CallEvent.Verdict(decision: "ParseDecision", action: .done)))
        call.tell(.decoded(String.self))
        call.tell(.finished([.answered()]))
        #expect(
            lines.texts == [
                #"[7] queued Listing.all ["a", "b"]"#, "[7.1] > GET https://example.com/items?apikey=<7 characters>&limit=20",
                "[7.1] > Authorization: <7 characters>", "[7.1] > Accept: */*", "[7.1] > X-Own: <3 characters>", "[7.1] < 200 OK",
                "[7.1] < Content-Type: text/plain", "[7.1] < Set-Cookie: <7 characters>", "[7.1] < X-Own: <3 characters>",
                "[7.1] ParseDecision done", "[7.1] decoded String",
                "[7.1] GET https://example.com/items?apikey=<7 characters>&limit=20 200 OK 12 ms 610 B",
            ])
    }

    @Test(
        arguments: [
            (HTTPMethod.get, ["Content-Type": "application/json; charset=utf-8"], true),
            (.get, ["Content-Type": "application/problem+json"], true), (.get, ["Content-Type": "text/html"], false), (.get, [:], false),
            (.get, ["Content-Type": "application/json", "Content-Length": "0"], false),
            (.post, ["Content-Type": "application/json"], false),
        ] as [(HTTPMethod, HTTPHeaders, Bool)])
    func `LogObserver: the line of a GET that requested JSON and ignored it has a note`(
        method: HTTPMethod, fields: HTTPHeaders, isNoted: Bool
    ) async throws {
        let transport = AnyTransport { _ in HTTPResponse(headers: fields, body: Data(#"{"id":7}"#.utf8)) }
        let client = APIClient(configuration: APIConfiguration(baseURL: try exampleURL()), transport: transport, observers: [observer()])
        try await client.call(Route(method, "heroes/7")).value
        _ = try await client.data(Route(method, "heroes/7")).value
        let isMarked = lines.texts.map { $0.hasSuffix("(its JSON was ignored: a value's type, as in call(_:as:), decodes it)") }
        #expect(isMarked == [isNoted, false])
    }

    @Test func `LogObserver: the trace says how the connection was made`() {
        var metrics = TransferMetrics()
        (metrics.connected, metrics.firstByte, metrics.isConnectionReused) = (.milliseconds(3), .milliseconds(7), false)
        var attempt = Attempt.answered()
        attempt.metrics = metrics
        ObservedCall(by: observer(.attempts)).tell(.received(attempt))
        attempt.metrics = .init()
        attempt.metrics?.isConnectionReused = true
        ObservedCall(by: observer(.attempts)).tell(.received(attempt))
        #expect(
            lines.texts == ["[1.1] answered 200 OK 9 ms, connected 3 ms, first byte 7 ms", "[1.1] answered 200 OK 9 ms, reused connection"])
    }

    @Test(arguments: [
        ("a\r\nGET /forged 200 OK", #"a\r\nGET /forged 200 OK"#), ("\u{1B}[31mred\u{7}", #"\u{1B}[31mred\u{7}"#),
        ("\u{9B}2J", #"\u{9B}2J"#),
        ("\u{202E}gnp.exe", #"\u{202E}gnp.exe"#), ("a\u{2028}b\tc\0", #"a\u{2028}b\tc\u{0}"#), ("tschüß 東京 😀", "tschüß 東京 😀"),
    ])
    func `LogObserver: a server can't add a line or move the cursor`(text: String, shown: String) {
        let call = ObservedCall(by: observer(.trace))
        call.tell(.head(HTTPResponse(headers: ["Server": text])))
        call.tell(.failed(APIError(.decoding, text)))
        #expect(lines.texts.suffix(2) == ["[1.1] < Server: \(shown)", "[1.1] Listing.all failed after 12 ms: decoding: \(shown)"])
    }

    @Test func `LogObserver: a line has a bounded length, and no character is split`() throws {
        for padding in 0..<4 {
            let text = String(repeating: "x", count: padding) + String(repeating: "😀", count: 2000)
            ObservedCall(by: observer()).fail(APIError(.decoding, text))
            let line = try #require(lines.texts.last)
            #expect((3993...4000).contains(line.utf8.count))
            #expect(line.hasSuffix("😀…"))
        }
    }

    @Test func `LogObserver: nothing about a call is retained after it has ended`() throws {
        let observer = observer()
        let call = ObservedCall(by: observer)
        call.tell(.adapted(try request()))
        call.tell(.finished([.answered()]))
        call.tell(.finished([.answered()]))
        #expect(lines.texts.last == "Listing.all 200 OK 12 ms 610 B")
    }

    // Runs in a separate process, whose standard error can be read.
    @Test func `LogObserver: it writes to standard error by default`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            ObservedCall(by: LogObserver()).succeed()
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Listing.all 200 OK 12 ms 610 B\n"))
    }
}
