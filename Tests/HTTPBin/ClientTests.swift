import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import HTTPBinAPI
import TestSupport
import Testing

@testable import httpbin

@Suite struct ClientTests {
    private func client(_ standIn: StandInServer, token: String = StandIn.refusedToken) -> HTTPBinClient {
        var configuration = standIn.configuration
        // Longer than any wait on a busy machine, because the request is sent again after a silence.
        configuration.requestTimeout = .seconds(600)
        return HTTPBinClient(configuration: configuration, token: AccessToken(token), clock: ManualClock(skipsSleeps: true))
    }

    @Test func `HTTPBinClient: a form's fields come back unchanged`() async throws {
        let fields: Query = ["name": "Ada & Grace", "sum": "1+1=2", "empty": ""]
        let standIn = try StandIn.start()
        let answer = try await client(standIn).post(fields).value
        #expect(standIn.requests.map { $0.headers["Content-Type"] } == ["application/x-www-form-urlencoded"])
        #expect(answer.form == ["name": "Ada & Grace", "sum": "1+1=2", "empty": ""])
    }

    @Test func `HTTPBinClient: a refusal is the service's own error`() async throws {
        let standIn = try StandIn.start()
        let error = try #require(await failure { try await client(standIn).status(403).value })
        #expect(error.code == .badStatus && error.response?.status == 403 && error.attempts.count == 1)
        #expect((error.underlying as? HTTPBinError)?.code == 999)
        #expect(standIn.requests.count == 1)
        #expect(error.message == "The server answered 403 Forbidden: Not for you (code 999)")
    }

    @Test func `HTTPBinClient: a rejected token is refreshed once, and the new one is used from then on`() async throws {
        let standIn = try StandIn.start()
        let client = client(standIn)
        #expect(try await client.bearer().value.token == StandIn.goodToken)
        #expect(try await client.bearer().value.token == StandIn.goodToken)
        #expect(standIn.requests.map(\.path.encoded) == ["/bearer", "/token", "/bearer", "/bearer"])
        #expect(standIn.requests.map { $0.headers["Authorization"] } == ["Bearer first", nil, "Bearer second", "Bearer second"])
    }

    @Test func `HTTPBinClient: a rejected refresh fails the call`() async throws {
        let standIn = try StandIn.start()
        let error = try #require(await failure { try await client(standIn, token: "stolen").bearer().value })
        #expect(error.code == .authentication)
        #expect(standIn.requests.map(\.path.encoded) == ["/bearer", "/token"])
    }

    @Test(arguments: [(0, 1), (1, 2), (2, 3)])
    func `HTTPBinClient: a transient failure is retried`(failures: Int, attempts: Int) async throws {
        let standIn = try StandIn.start(failures: failures)
        let reply = try await client(standIn).status(503, 200).response
        #expect(reply.status == 200 && reply.attempts.count == attempts)
        #expect(standIn.requests.count == attempts)
    }

    @Test func `HTTPBinClient: a permanent failure is tried three times`() async throws {
        let standIn = try StandIn.start(failures: 9)
        let error = try #require(await failure { try await client(standIn).status(503, 200).value })
        #expect(error.response?.status == 503 && error.attempts.count == 3)
        #expect(standIn.requests.count == 3)
    }

    @Test func `HTTPBinClient: an empty body is an empty value, if that is allowed`() async throws {
        let standIn = try StandIn.start()
        let reply = try await client(standIn).status(200).response
        #expect(reply.value.note == nil)
        let text = String(decoding: reply.http.body, as: UTF8.self)
        #expect(text == "{}")
        #expect(standIn.requests.count == 1)
    }

    @Test func `HTTPBinClient: cookies are sent back with the next call, unless the client has another jar`() async throws {
        let standIn = try StandIn.start()
        let client = client(standIn)
        #expect(try await client.cookies(setting: ["theme": "dark"]).value.cookies == ["theme": "dark"])
        #expect(try await client.cookies(setting: ["size": "1"]).value.cookies == ["theme": "dark", "size": "1"])
        #expect(try await self.client(standIn).cookies(setting: ["size": "1"]).value.cookies == ["size": "1"])
    }

    @Test(arguments: [StandIn.guarded, #"{"hello":"world"}"#])
    func `HTTPBinClient: a guard prefix before JSON is removed if there is one`(text: String) async throws {
        let standIn = try StandIn.start()
        #expect(try await client(standIn).greeting(Data(text.utf8).base64EncodedString()).value.hello == "world")
        #expect(standIn.requests.count == 1)
    }
}
