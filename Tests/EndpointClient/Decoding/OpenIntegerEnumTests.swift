import EndpointKit
import Testing

@Suite struct OpenIntegerEnumTests {
    struct Task: Codable {
        var state: State
    }
    struct State: OpenIntegerEnum {
        let rawValue: Int
        static let done: Self = 4
    }

    @Test func `OpenIntegerEnum: an unknown value is kept unchanged`() throws {
        for (text, state) in [(#"{"state":4}"#, State.done), (#"{"state":-7}"#, -7)] {
            let body = Data(text.utf8)
            #expect(try JSONDecoder().decode(Task.self, from: body).state == state)
            #expect(try ResponseDecoder().decode(Task.self, from: HTTPResponse(body: body)).state == state)
            #expect(try JSONEncoder().encode(Task(state: state)) == body)
        }
        #expect(State(rawValue: 9).description == "9")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Task.self, from: Data(#"{"state":"4"}"#.utf8)) }
    }

    @Test func `OpenIntegerEnum: a value can be used in a query, a path and a header field`() {
        let query: Query = ["state": State.done]
        let headers: HTTPHeaders = ["X-State": State.done]
        #expect(query.encoded == "state=4" && headers["X-State"] == "4")
        #expect(("tasks/\(State.done)" as Path).encoded == "tasks/4")
    }
}
