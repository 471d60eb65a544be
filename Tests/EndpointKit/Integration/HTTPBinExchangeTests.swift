import EndpointKit
import Foundation
import TestSupport
import Testing

/// Exchanges of more than one request and response: credentials, cookies, streams.
@Suite(.enabled(if: HTTPBin.url != nil, "HTTPBIN_URL isn't set")) struct HTTPBinExchangeTests {
    private struct Private: RoutedEndpoint, AuthenticatedEndpoint {
        var route: Route
    }

    private struct Authenticated: Decodable, Sendable {
        var authenticated: Bool
        var user: String?
        var token: String?
    }

    @Test func `httpbin: it accepts basic authentication, and rejects a wrong password`() async throws {
        let route: Route = .get("basic-auth/\("thor")/\("h ä:mmer")")
        let client = HTTPBin.client(authentication: .basic(user: "thor", password: "h ä:mmer"))
        let answer = try await client.call(Private(route: route), as: Authenticated.self).value
        #expect(answer.authenticated && answer.user == "thor")
        let other = HTTPBin.client(authentication: .basic(user: "thor", password: "wrong"))
        let error = await failure { try await other.call(Private(route: route), as: Authenticated.self).value }
        #expect(error?.response?.status == 401)
        #expect(error?.response?.headers["WWW-Authenticate"]?.hasPrefix("Basic") == true)
    }

    @Test func `httpbin: it accepts a bearer token, and responds with 401 if the endpoint is unauthenticated`() async throws {
        let client = HTTPBin.client(authentication: .bearer("abc.def"))
        let answer = try await client.call(Private(route: .get("bearer")), as: Authenticated.self).value
        #expect(answer.authenticated && answer.token == "abc.def")
        #expect(await failure { try await client.call(.get("bearer")).value }?.response?.status == 401)
    }

    @Test func `httpbin: its cookies aren't kept`() async throws {
        let client = HTTPBin.client()
        let set: Route = .get("response-headers", query: ["Set-Cookie": "session=1; Path=/"])
        #expect(try await client.call(set).response.headers["Set-Cookie"] == "session=1; Path=/")
        let cookies = try await client.call(.get("cookies"), as: [String: [String: String]].self).value
        #expect(cookies == ["cookies": [:]])
        let given = try await client.call(.get("cookies", headers: ["Cookie": "a=1"]), as: [String: [String: String]].self).value
        #expect(given == ["cookies": ["a": "1"]])
    }

    private func stream(_ endpoint: Route) async throws -> HTTPResponseStream {
        try await PlatformTransport().stream(HTTPBin.client().request(for: endpoint))
    }

    @Test func `httpbin: its stream of lines arrives complete`() async throws {
        let response = try await stream(.get("stream/20"))
        #expect(response.headers["Transfer-Encoding"] == "chunked")
        let lines = try await response.body.collected(limit: 1 << 20).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 20)
        let last = try #require(lines.last)
        #expect(try JSONDecoder().decode([String: JSON].self, from: Data(last))["id"] == 19)
    }

    @Test func `httpbin: its dripped body arrives complete`() async throws {
        let response = try await stream(.get("drip", query: ["numbytes": 5, "duration": 1, "delay": 0]))
        #expect(try await response.body.collected(limit: 100) == Data("*****".utf8))
    }

    // httpbin's random bytes differ even with a seed: its threads share one generator, so a concurrent request changes them.
    @Test func `httpbin: its long body is the same, whether buffered or streamed`() async throws {
        let endpoint: Route = .get("range/50000")
        let whole = try await HTTPBin.client().data(endpoint).value
        #expect(whole.count == 50_000)
        #expect(try await stream(endpoint).body.collected(limit: 1 << 20) == whole)
        let chunked = try await stream(.get("range/50000", query: ["chunk_size": 999]))
        #expect(try await chunked.body.collected(limit: 1 << 20) == whole)
    }

    @Test func `httpbin: its range of a resource is a 206 with that part`() async throws {
        let reply = try await HTTPBin.client().string(.get("range/26", headers: ["Range": "bytes=3-5"])).response
        #expect(reply.status == 206)
        #expect(reply.value == "def")
    }

    @Test func `httpbin: its response after the timeout is a timeout`() async throws {
        let url = try #require(HTTPBin.url)
        let client = APIClient(configuration: APIConfiguration(baseURL: url, requestTimeout: .milliseconds(100), policies: .once))
        #expect(await failure { try await client.call(.get("delay/3")).value }?.code == .timeout)
    }
}
