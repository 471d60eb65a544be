import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct RedirectMethodTests {
    struct Case: Sendable {
        var method: HTTPMethod
        var statuses: [HTTPStatus]
        var next: HTTPMethod
        var keepsBody: Bool
    }

    static let cases = [
        Case(method: .get, statuses: [301, 302, 307, 308], next: .get, keepsBody: true),
        Case(method: .get, statuses: [303], next: .get, keepsBody: false),
        Case(method: .head, statuses: [301, 302, 307, 308], next: .head, keepsBody: true),
        Case(method: .head, statuses: [303], next: .head, keepsBody: false),
        Case(method: .post, statuses: [301, 302, 303], next: .get, keepsBody: false),
        Case(method: .post, statuses: [307, 308], next: .post, keepsBody: true),
        Case(method: .put, statuses: [301, 302, 307, 308], next: .put, keepsBody: true),
        Case(method: .put, statuses: [303], next: .get, keepsBody: false),
        Case(method: .patch, statuses: [301, 302, 307, 308], next: .patch, keepsBody: true),
        Case(method: .patch, statuses: [303], next: .get, keepsBody: false),
        Case(method: .delete, statuses: [301, 302, 307, 308], next: .delete, keepsBody: true),
        Case(method: .delete, statuses: [303], next: .get, keepsBody: false),
        Case(method: .options, statuses: [301, 302, 307, 308], next: .options, keepsBody: true),
        Case(method: "REPORT", statuses: [303], next: .get, keepsBody: false),
        Case(method: "post", statuses: [301, 302], next: "post", keepsBody: true),
    ]

    static let content: HTTPHeaders = [
        "Content-Type": "text/plain", "content-encoding": "gzip", "Content-Language": "en", "Content-MD5": "x", "Last-Modified": "now",
        "Digest": "x", "Expect": "100-continue",
    ]

    @Test(arguments: cases, [true, false])
    func `Redirect: the status determines the method, the body and the fields that describe the body`(
        _ expected: Case, hasBody: Bool
    ) async throws {
        for status in expected.statuses {
            var headers: HTTPHeaders = ["X-Trace": "1"]
            if hasBody { headers.formUnion(Self.content) }
            let route = Route(expected.method, "a", headers: headers, body: hasBody ? Data("body".utf8) : nil)
            let requests = try await requests(of: route, answered: .redirect(status, to: "b"))
            #expect(requests.count == 2)
            let (first, next) = (try #require(requests.first), try #require(requests.last))
            #expect(next.method == expected.next, "\(status)")
            #expect((next.body != nil) == (hasBody && expected.keepsBody), "\(status)")
            #expect(next.headers["X-Trace"] == "1")
            if expected.keepsBody {
                #expect(next.headers == first.headers, "\(status)")
            } else {
                let names = next.headers.map(\.name)
                #expect(names == ["X-Trace", "User-Agent", "Accept"], "\(status)")
            }
            #expect(next.isIdempotent == (next.method == .get || first.isIdempotent), "\(status)")
        }
    }

    private func endless() -> AsyncStream<Data> { AsyncStream { Data("x".utf8) } }

    @Test(arguments: [307, 308])
    func `Redirect: a body that can be sent only once isn't sent again`(status: Int) async throws {
        let stub = StubTransport.answering(.redirect(HTTPStatus(rawValue: status), to: "/b"))
        let error = await failure { try await APIClient.example(stub).call(.post("a", body: .stream(endless()))).value }
        #expect(error?.code == .redirect)
        #expect(error?.message.contains("body can't be sent again") == true)
        #expect(error?.response?.status.rawValue == status)
        #expect(stub.requests.count == 1)
    }

    @Test func `Redirect: a one-time body is no obstacle if it is dropped or can be made again`() async throws {
        let once = Route(.post, "a", body: .stream(endless()))
        #expect(try await requests(of: once, answered: .redirect(303, to: "/b")).map(\.method) == [.post, .get])
        let anew = Route(.post, "a", body: .stream { AsyncStream { Data("x".utf8) } })
        #expect(try await requests(of: anew, answered: .redirect(307, to: "/b")).map(\.method) == [.post, .post])
    }

    @Test(arguments: [200, 201, 202, 300, 304, 305, 306, 309, 399, 400, 503])
    func `Redirect: a status other than 301, 302, 303, 307 and 308 isn't followed`(_ status: Int) async throws {
        let stub = StubTransport.answering(.redirect(HTTPStatus(rawValue: status), to: "/b"))
        let keepsAll = Restarting { _, _ in .pass }
        _ = try? await APIClient.example(stub, decisions: [keepsAll, ParseDecision()]).call(.get("a")).response
        #expect(stub.requests.count == 1)
    }

    @Test(arguments: [nil, ""])
    func `Redirect: without a location it is an ordinary response`(location: String?) async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 302, headers: ["Location": location], body: Data("here".utf8)))
        let error = await failure { try await APIClient.example(stub).call(.get("a")).value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.status == 302)
        #expect(error?.response?.body == Data("here".utf8))
        #expect(stub.requests.count == 1)
    }

    @Test func `Redirect: a decision sees the request that a restart would send`() async throws {
        let stub = StubTransport.answering(.redirect(to: "b"), HTTPResponse(status: 503))
        let error = await failure { try await APIClient.example(stub).call(.post("a", body: Data("x".utf8))).value }
        #expect(stub.requests.map(\.method) == [.post, .get])
        #expect(error?.request?.method == .get)
    }

    @Test func `Redirect: timeouts and limits are kept`() async throws {
        struct Slow: Endpoint {
            var path: Path { "a" }
            var timeout: Duration? { .seconds(7) }
        }
        let requests = try await requests(of: Slow(), answered: .redirect(to: "https://other.example.com/b")) {
            $0.policies.bodyLimit = 99
        }
        #expect(requests.map(\.timeout) == [.seconds(7), .seconds(7)])
        #expect(requests.map(\.bodyLimit) == [99, 99])
    }
}
