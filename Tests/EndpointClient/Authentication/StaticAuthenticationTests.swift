import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct StaticAuthenticationTests {
    struct Profile: AuthenticatedEndpoint {
        var path: Path { "me" }
        var query: Query { ["key": "own"] }
        var headers: HTTPHeaders { ["authorization": "own", "X-Key": "own"] }
    }

    @Test func `StaticAuthentication: query items come last and replace nothing`() async throws {
        let request = try await sent(Profile()) { $0.authentication = .query(["key": "k+1", "sig": "s"]) }
        #expect(request.query.encoded == "key=own&key=k%2B1&sig=s")
    }

    @Test func `StaticAuthentication: header fields replace others of their name`() async throws {
        let request = try await sent(Profile()) { $0.authentication = .headers(["x-key": "k", "X-Other": "o"]) }
        #expect(request.headers.values(for: "X-Key") == ["k"])
        #expect(request.headers["X-Other"] == "o")
    }

    @Test func `StaticAuthentication: bearer and basic follow RFC 6750 and RFC 7617`() async throws {
        let bearer = try await sent(Profile()) { $0.authentication = .bearer("a.b-c") }
        #expect(bearer.headers.values(for: "Authorization") == ["Bearer a.b-c"])
        let basic = try await sent(Profile()) { $0.authentication = .basic(user: "Aladdin", password: "open sesame") }
        #expect(basic.headers.values(for: "Authorization") == ["Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="])
        // The example of RFC 7617, section 2.1.
        let unicode = try await sent(Profile()) { $0.authentication = .basic(user: "test", password: "123£") }
        #expect(unicode.headers["Authorization"] == "Basic dGVzdDoxMjPCow==")
    }

    @Test func `StaticAuthentication: a basic user with a colon isn't sent`() async throws {
        let stub = StubTransport()
        let client = try APIClient.example(stub) { $0.authentication = .basic(user: "ann:hunter2", password: "b") }
        let error = await #expect(throws: APIError.self) { try await client.data(Profile()).value }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message == "The request can't be sent: the user of the basic authentication has a colon (RFC 7617, section 2).")
        #expect(stub.requests.isEmpty)
        // Only the first colon separates.
        let request = try await sent(Profile()) { $0.authentication = .basic(user: "ann", password: "a:b") }
        #expect(request.headers["Authorization"] == "Basic YW5uOmE6Yg==")
    }

    @Test
    func `StaticAuthentication: an authenticated endpoint fails before anything is sent if there is no authentication`() async throws {
        let stub = StubTransport()
        let client = try APIClient.example(stub)
        let error = await #expect(throws: APIError.self) { try await client.data(Profile()).value }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("Profile") == true)
        #expect(error?.message.contains(".bearer(token)") == true)
        let route = await #expect(throws: APIError.self) { try await client.data(Route.get("me").authenticated()).value }
        #expect(route?.code == .configuration)
        #expect(stub.requests.isEmpty)
    }

    @Test func `StaticAuthentication: an anonymous client sends authenticated endpoints without credentials`() async throws {
        let request = try await sent(Profile()) { $0.authentication = .anonymous }
        #expect(request.headers["Authorization"] == "own")
        #expect(request.query.encoded == "key=own")
    }

    @Test func `StaticAuthentication: a token with a line break is rejected and not shown`() async throws {
        let stub = StubTransport()
        let client = try APIClient.example(stub) { $0.authentication = .bearer("hunter2\r\nX: y") }
        let error = await #expect(throws: APIError.self) { try await client.data(Profile()).value }
        #expect(error?.code == .invalidRequest)
        #expect(error.map { "\($0)".contains("hunter2") } == false)
        #expect(stub.requests.isEmpty)
    }
}
