public import EndpointKit
import Synchronization

/// How a stub responds to the requests of one row of its table.
public struct StubAnswer: Sendable {
    let make: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Creates each response with `make`, whose errors are thrown as if by the transport.
    public init(_ make: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.make = make }

    /// Returns the same response each time.
    public static func response(_ response: HTTPResponse) -> StubAnswer { StubAnswer { _ in response } }

    /// Returns a response without a body.
    public static func status(_ status: HTTPStatus) -> StubAnswer { .response(HTTPResponse(status: status)) }

    /// Returns a JSON document, which may be written as a literal: `.json(["id": 1])`.
    public static func json(_ value: JSON, status: HTTPStatus = 200) -> StubAnswer {
        StubAnswer { _ in HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: try value.data()) }
    }

    /// Returns text in UTF-8. `contentType` is sent unchanged: another charset in it doesn't change the bytes.
    public static func text(
        _ text: String, status: HTTPStatus = 200, contentType: String = "text/plain; charset=utf-8"
    ) -> StubAnswer {
        .response(HTTPResponse(status: status, headers: ["Content-Type": contentType], body: Data(text.utf8)))
    }

    /// Returns no response: the transport fails for this reason, like a real one.
    public static func failure(_ reason: TransportFailure.Reason) -> StubAnswer {
        StubAnswer { throw TransportFailure(reason, detail: "the stub fails for this request").error(for: $0) }
    }

    /// Uses one answer after another; the last one repeats. An empty sequence is like ``failure(_:)`` with `disconnected`.
    public static func sequence(_ answers: StubAnswer...) -> StubAnswer {
        let rest = Rest(answers)
        return StubAnswer { request in try await (rest.next() ?? .failure(.disconnected)).make(request) }
    }

    private final class Rest: Sendable {
        private let rest: Mutex<ArraySlice<StubAnswer>>

        init(_ answers: [StubAnswer]) { rest = Mutex(answers[...]) }

        func next() -> StubAnswer? { rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first } }
    }
}
