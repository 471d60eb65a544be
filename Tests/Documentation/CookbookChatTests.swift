import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// The language-model client in the article "Cookbook", against streams as services send them.
@Suite struct CookbookChatTests {
    private static let question = Cookbook.ChatQuestion(model: "m", messages: [Cookbook.ChatMessage(role: "user", content: "Hi")])

    private static func client(_ transport: any Transport, observers: [any CallObserver] = []) throws -> Cookbook.ChatClient {
        var configuration = APIConfiguration(
            baseURL: try #require(URL(string: "https://example.com/v1")), authentication: .bearer("key"))
        configuration.policies.json = JSONConvention(keys: .snakeCase)
        return Cookbook.ChatClient(
            configuration: configuration, transport: transport, observers: observers, clock: ManualClock(skipsSleeps: true))
    }

    // MARK: The mock

    /// What the service sends for one question.
    struct Mock: Sendable, CustomTestStringConvertible {
        var name: String
        var status: HTTPStatus = 200
        var headers: HTTPHeaders = ["Content-Type": "text/event-stream"]
        var pieces: [Data]
        var end = End.complete
        /// What the user sees.
        var answer: String
        var testDescription: String { name }

        enum End: Sendable {
            case complete
            case cut
            /// The server leaves the connection open.
            case open
        }

        init(_ name: String, _ text: String..., end: End = .complete, answer: String) {
            (self.name, pieces, self.end, self.answer) = (name, text.map { Data($0.utf8) }, end, answer)
        }

        func with(_ change: (inout Mock) -> Void) -> Mock {
            var mock = self
            change(&mock)
            return mock
        }

        func send(_ exchange: HeldTransport.Exchange) async {
            exchange.head(status, headers)
            for piece in pieces { exchange.send(piece) }
            switch end {
            case .complete: exchange.end()
            case .cut: exchange.fail(.truncated)
            case .open: await exchange.untilClosed()
            }
        }
    }

    private static func chunk(_ text: String, finish: String? = nil) -> String {
        #"{"id":"c","choices":[{"index":0,"delta":{"content":"\#(text)"},"finish_reason":\#(finish.map { "\"\($0)\"" } ?? "null")}]}"#
    }
    private static func event(_ data: String) -> String { "data: \(data)\n\n" }
    private static let stop = event(chunk("", finish: "stop"))
    private static let usage = event(#"{"id":"c","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}"#)
    private static let done = event("[DONE]")
    private static let good = event(chunk("He")) + event(chunk("llo")) + stop + usage + done
    private static let problem = #"{"error":{"message":"overloaded"}}"#

    static let mocks: [Mock] = [
        Mock("whole", good, answer: "Hello"),
        Mock("one chunk for each event", event(chunk("Hel")), event(chunk("lo")), stop, usage, done, answer: "Hello"),
        Mock("byte by byte", answer: "Hello").with { $0.pieces = good.utf8.map { Data([$0]) } },
        Mock("left open after the mark", good, end: .open, answer: "Hello"),
        Mock("cut off after the mark", good, end: .cut, answer: "Hello"),
        Mock("more events after the mark", good, event(chunk("!")), answer: "Hello"),
        Mock("two marks", good, done, answer: "Hello"),
        Mock("without a mark", event(chunk("Hello")), stop, answer: "Hello"),
        Mock("CRLF", good.replacingOccurrences(of: "\n", with: "\r\n"), answer: "Hello"),
        Mock("CR", good.replacingOccurrences(of: "\n", with: "\r"), answer: "Hello"),
        Mock("a byte order mark", "\u{FEFF}" + good, answer: "Hello"),
        Mock("comments between the events", ": ping\n\n", event(chunk("Hello")), ": ping\n\n", stop, ": ping\n\n", done, answer: "Hello"),
        Mock("no space after the colon", good.replacingOccurrences(of: "data: ", with: "data:"), answer: "Hello"),
        Mock("names and ids", "event: chunk\nid: 1\nretry: 5\n" + event(chunk("Hello")), stop, "event: done\n" + done, answer: "Hello"),
        Mock("data in several lines", event(chunk("Hello").replacingOccurrences(of: ",", with: ",\ndata: ")), stop, done, answer: "Hello"),
        Mock("a letter in two pieces", event(chunk("é")), answer: "é").with {
            let bytes = Array((event(chunk("é")) + stop + done).utf8)
            let cut = (bytes.firstIndex(of: 0xC3) ?? 0) + 1
            $0.pieces = [Data(bytes[..<cut]), Data(bytes[cut...])]
        },
        Mock("a type with parameters", good, answer: "Hello").with { $0.headers = ["Content-Type": "Text/Event-Stream; charset=UTF-8"] },
        Mock("cut off in the middle", event(chunk("Hel")), end: .cut, answer: "The answer is incomplete."),
        Mock("ended in the middle", event(chunk("Hel")), answer: "The answer is incomplete."),
        Mock("no events", done, answer: "The answer is incomplete."),
        Mock("an error event", event(chunk("Hel")), "event: error\n" + event(problem), answer: "overloaded"),
        Mock("an error event at first, and no more", "event: error\n" + event(problem), end: .open, answer: "overloaded"),
        Mock("JSON with status 200", problem, answer: "overloaded").with { $0.headers = ["Content-Type": "application/json"] },
        Mock("JSON with status 400", problem, answer: "overloaded").with {
            ($0.status, $0.headers) = (400, ["Content-Type": "application/json"])
        },
        Mock("the limit is reached", problem, answer: "The limit is reached. Try again in 20.0 seconds.").with {
            ($0.status, $0.headers) = (429, ["Content-Type": "application/json", "Retry-After": "20"])
        },
        Mock(
            "a page of a proxy", "<html>",
            answer: "The service failed: The response isn't an event stream (text/event-stream): its Content-Type is text/html, "
                + "and its body, of which 6 bytes arrived, is in the error's response."
        ).with { $0.headers = ["Content-Type": "text/html"] },
        Mock(
            "a chunk of another kind", event(#"{"choice":[]}"#),
            answer:
                "The service failed: Event message: Could not decode ChatChunk: `choices` is missing (byte 0, beside choice); `choice` is similar."
        ),
    ]

    @Test(arguments: mocks) func `Cookbook: the chat client understands the streams of services, and their failures`(
        mock: Mock
    ) async throws {
        let held = HeldTransport { await mock.send($0) }
        let shown = Recorder<String>()
        let client = try Self.client(held)
        let text = try await Cookbook.explained(client, Self.question, show: { shown.record($0) }) { _ in "" }
        #expect(text == mock.answer)
        #expect(held.requests.allSatisfy { $0.headers["Authorization"] == "Bearer key" && $0.headers["Accept"] == "text/event-stream" })
        let body = try JSON(parsing: try #require(held.requests.first?.sentBody))
        #expect(body["stream"] == true && body["stream_options"]?["include_usage"] == true)
        if mock.answer == "Hello" { #expect(shown.values.joined() == "Hello") }
    }

    @Test func `Cookbook: the chat client calls the tools that the model asks for, whose arguments arrive in parts`() async throws {
        func part(_ index: Int, _ id: String?, _ name: String?, _ arguments: String) -> String {
            let (id, name) = (id.map { "\"id\":\"\($0)\"," } ?? "", name.map { "\"name\":\"\($0)\"," } ?? "")
            let call = "{\"index\":\(index),\(id)\"function\":{\(name)\"arguments\":\"\(arguments)\"}}"
            return Self.event(#"{"choices":[{"delta":{"tool_calls":[\#(call)]},"finish_reason":null}]}"#)
        }
        let asking =
            part(0, "a", "weather", "") + part(0, nil, nil, #"{\"city\":"#) + part(1, "b", "time", "{}") + part(0, nil, nil, #"\"Ulm\"}"#)
            + Self.event(#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#) + Self.usage + Self.done
        let count = Counter()
        let held = HeldTransport { exchange in
            exchange.head(200, ["Content-Type": "text/event-stream"])
            exchange.send(count.next() == 1 ? asking : Self.good)
        }
        let called = Recorder<String>()
        let answer = try await Self.client(held).answer(Self.question, show: { _ in }) { tool in
            called.record("\(tool.name)(\(tool.arguments))")
            return "sunny"
        }
        #expect(called.values == [#"weather({"city":"Ulm"})"#, "time({})"])
        #expect(answer.text == "Hello" && answer.usage == Cookbook.ChatChunk.Usage(promptTokens: 3, completionTokens: 2))
        let body = try JSON(parsing: try #require(held.requests.last?.sentBody))
        #expect(body["messages"]?[1]?["tool_calls"]?[1]?["function"]?["name"] == "time")
        #expect(body["messages"]?[2] == ["role": "tool", "content": "sunny", "tool_call_id": "a"])
        #expect(body["messages"]?[3]?["tool_call_id"] == "b")
    }

    @Test func `Cookbook: a user who stops the chat closes its connection, and sees what had arrived`() async throws {
        let (held, recorder, shown) = (HeldTransport(), CallRecorder(), Recorder<String>())
        let client = try Self.client(held, observers: [recorder])
        let stops = Recorder<@Sendable () -> Void>()
        let task = Task {
            try await Cookbook.stopped(
                client, Self.question, show: { shown.record($0) }, tool: { _ in "" }, onStop: { stops.record($0) })
        }
        let exchange = try await held.next()
        exchange.head(200, ["Content-Type": "text/event-stream"])
        exchange.send(Self.event(Self.chunk("Hel")))
        await exchange.untilRead()
        stops.last?()
        #expect(try await task.value == nil)
        await exchange.untilClosed()
        #expect(shown.values == ["Hel"])
        guard case .cancelled? = recorder.calls.first?.outcome else { throw OwnError(reason: "not cancelled") }
    }
}
