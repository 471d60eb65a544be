import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct LostFieldTests {
    private static let other = "https://other.example.com/items/1"

    @Test(
        arguments: [HTTPMethod.put, .patch, .delete, "MOVE"],
        [
            "If-Match", "If-None-Match", "If-Unmodified-Since", "If", "x-goog-if-generation-match", "Depth", "Overwrite", "Repr-Digest",
            "X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "Idempotency-Key", "x-amz-copy-source",
        ])
    func `Lost field: an unsafe request isn't redirected to another origin without its guard`(method: HTTPMethod, name: String) async throws
    {
        let stub = StubTransport.answering(.redirect(307, to: Self.other))
        let error = await failure { try await APIClient.example(stub).call(Route(method, "items/1", headers: [name: "1"])).value }
        #expect(error?.code == .redirect)
        #expect(error?.message.contains("its \(name) doesn't go to another origin") == true)
        #expect(error?.message.contains("add \"\(name)\" to the crossOriginHeaders") == true)
        #expect(stub.requests.count == 1)
    }

    @Test(arguments: ["If-Match", "X-HTTP-Method-Override", "Idempotency-Key"])
    func `Lost field: a field that the policy names goes along`(name: String) async throws {
        let requests = try await requests(
            of: Route(.put, "items/1", headers: [name: "1"]), answered: .redirect(307, to: Self.other)
        ) { $0.policies.redirects.crossOriginHeaders = [name.uppercased()] }
        #expect(requests.map { $0.headers[name] } == ["1", "1"])
    }

    @Test func `Lost field: if only the scheme differs, the message names the https base URL`() async throws {
        let stub = StubTransport.answering(.redirect(308, to: "https://api.example.com/v1/items/1"))
        let url = try exampleURL("http://api.example.com/v1")
        let client = try APIClient.example(stub) { $0.baseURL = url }
        let error = await failure { try await client.call(.put("items/1", headers: ["If-Match": "\"1\""])).value }
        #expect(error?.message.contains("or use https://api.example.com as the base URL") == true)
    }

    @Test(arguments: ["If-Match", "If-None-Match", "Idempotency-Key", "Depth"])
    func `Lost field: a safe request goes without it`(name: String) async throws {
        let requests = try await requests(of: .get("items", headers: [name: "1"]), answered: .redirect(307, to: Self.other))
        #expect(requests.map { $0.headers[name] } == ["1", nil])
    }

    @Test(arguments: ["If-Modified-Since", "X-Team", "Prefer", "Cookie", "Content-Language", "Range"])
    func `Lost field: an unsafe request goes without fields that don't guard it`(name: String) async throws {
        let requests = try await requests(of: .put("items/1", headers: [name: "1"]), answered: .redirect(307, to: Self.other))
        #expect(requests.count == 2)
    }

    @Test func `Lost field: the GET after a 303 has none of the unsafe request's guards`() async throws {
        let guards: HTTPHeaders = [
            "If-None-Match": "*", "Idempotency-Key": "1", "Overwrite": "F", "X-HTTP-Method": "PUT", "X-Team": "blue",
        ]
        for target in ["/made", Self.other] {
            let requests = try await requests(of: .put("items/1", headers: guards), answered: .redirect(303, to: target))
            let last = try #require(requests.last)
            #expect(last.method == .get)
            for field in guards.dropLast() { #expect(!last.headers.contains(field.name)) }
            #expect(last.headers.contains("X-Team") == (target == "/made"))
        }
    }

    // MARK: Other ways to another origin

    @Test func `Lost field: an adapter can't move an unsafe request away from its guard`() async throws {
        let stub = StubTransport()
        let other = try #require(Origin(scheme: .https, host: "other.example.com"))
        let client = try APIClient.example(stub, adapters: [AnyAdapter { $0.origin = other }])
        let error = await failure { try await client.call(.delete("items/1", headers: ["If-Match": "\"1\""])).value }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("its If-Match doesn't go to another origin") == true)
        #expect(stub.requests.isEmpty)
        try await client.call(.get("items/1", headers: ["If-Match": "\"1\""])).value
        #expect(stub.requests.count == 1)
    }

    @Test func `Lost field: an adapter may move a request with a guard of its own`() async throws {
        let other = try #require(Origin(scheme: .https, host: "other.example.com"))
        let moving = AnyAdapter { request in
            request.origin = other
            request.headers["If-Match"] = "\"2\""
        }
        #expect(try await sent(.delete("items/1"), adapters: [moving]).headers["If-Match"] == "\"2\"")
    }

    @Test func `Lost field: a guard of the client's adapters or of the configuration doesn't get lost on the way to an absolute URL`()
        async throws
    {
        let url = try exampleURL(Self.other)
        let stub = StubTransport()
        let adapting = try APIClient.example(stub, adapters: [.header("Idempotency-Key", "1")])
        let configured = try APIClient.example(stub) { $0.headers = ["Overwrite": "F"] }
        for client in [adapting, configured] {
            let error = await failure { try await client.call(.post(url)).value }
            #expect(error?.code == .invalidRequest)
            #expect(error?.message.contains("doesn't go to another origin") == true)
            #expect(stub.requests.isEmpty)
        }
        try await configured.call(.post(url, headers: ["Overwrite": "T"])).value
        try await configured.call(.get(url)).value
        #expect(stub.requests.map { $0.headers["Overwrite"] } == ["T", nil])
    }

    // MARK: The changelog's adapter

    @Test func `Lost field: a DELETE that is sent as POST doesn't arrive elsewhere as a bare POST`() async throws {
        let stub = StubTransport.answering(.redirect(308, to: Self.other))
        let client = try APIClient.example(stub, adapters: [MethodOverride()])
        #expect(await failure { try await client.call(.delete("items/1")).value }?.code == .redirect)
        #expect(stub.requests.map(\.method) == [.post])
    }

    @Test(arguments: [301, 302, 307, 308, 303] as [HTTPStatus])
    func `Redirect: a POST that replaces another method is redirected like that method`(status: HTTPStatus) async throws {
        let requests = try await requests(
            of: .put("a", body: .text("x")), answered: .redirect(status, to: "/b"), adapters: [MethodOverride()])
        let next = try #require(requests.last)
        #expect(requests.count == 2)
        #expect(next.method == (status == 303 ? .get : .post))
        #expect(next.headers["X-HTTP-Method-Override"] == (status == 303 ? nil : "PUT"))
        #expect((next.body == nil) == (status == 303))
    }
}
