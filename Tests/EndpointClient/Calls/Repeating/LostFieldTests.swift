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
            "X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "Idempotency-Key", "x-amz-copy-source", "Cko-Idempotency-Key",
            "X-Copy-From", "x-amz-checksum-sha256", "Content-Profile",
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
    func `Lost field: a field that the policy names is sent to the other origin`(name: String) async throws {
        let requests = try await requests(
            of: Route(.put, "items/1", headers: [name: "1"]), answered: .redirect(307, to: Self.other)
        ) { $0.policies.redirects.crossOriginHeaders = [name.uppercased()] }
        #expect(requests.map { $0.headers[name] } == ["1", "1"])
    }

    @Test func `Lost field: if only the scheme differs, the message names the https base URL`() async throws {
        let stub = StubTransport.answering(.redirect(308, to: "https://api.example.com:8443/v1/items/1"))
        let url = try exampleURL("http://api.example.com:8080/v1")
        let client = try APIClient.example(stub) { $0.baseURL = url }
        let error = await failure { try await client.call(.put("items/1", headers: ["If-Match": "\"1\""])).value }
        #expect(error?.message.contains("or use https://api.example.com:8443 as the base URL") == true)
    }

    @Test(arguments: [307, 308] as [HTTPStatus], ["If-Match", "Idempotency-Key", "X-HTTP-Method-Override"])
    func `Lost field: an upgrade to https of the same host keeps the guard, but gets no credentials`(
        status: HTTPStatus, name: String
    ) async throws {
        let stub = StubTransport.answering(
            .redirect(status, to: "https://API.example.com:443/v1/items/1"), .redirect(status, to: "/v1/items/2"))
        let url = try exampleURL("http://api.example.com/v1")
        let client = try APIClient.example(stub) {
            $0.baseURL = url
            $0.authentication = .bearer("secret")
            $0.policies.allowsInsecureHTTP = true
            $0.headers = ["X-Team": "blue", "X-Api-Key": "secret"]
        }
        _ = try await client.call(Route(.post, "items/1", headers: [name: "1", "Cookie": "secret"], body: .text("a")).authenticated()).value
        let requests = stub.requests
        #expect(requests.map(\.urlText).dropFirst() == ["https://api.example.com/v1/items/1", "https://api.example.com/v1/items/2"])
        #expect(requests.map { $0.headers[name] } == ["1", "1", "1"] && requests.allSatisfy { $0.method == .post && $0.body != nil })
        for field in ["Authorization", "X-Team", "X-Api-Key", "Cookie"] {
            #expect(requests.map { $0.headers.contains(field) } == [true, false, false])
        }
    }

    @Test(arguments: [
        ("http://api.example.com:8080", "https://api.example.com/a"), ("http://api.example.com", "https://api.example.com:8443/a"),
        ("http://api.example.com", "https://www.api.example.com/a"), ("http://api.example.com", "http://api.example.com:8080/a"),
        ("https://api.example.com", "http://api.example.com/a"),
    ])
    func `Lost field: any other change of the origin isn't an upgrade`(base: String, location: String) async throws {
        let stub = StubTransport.answering(.redirect(308, to: location))
        let url = try exampleURL(base)
        let client = try APIClient.example(stub) { $0.baseURL = url }
        let error = await failure { try await client.call(.put("a", headers: ["If-Match": "\"1\""])).value }
        #expect(error?.code == .redirect && stub.requests.count == 1)
    }

    @Test func `Lost field: after an upgrade to https, another host gets no guard`() async throws {
        let stub = StubTransport.answering(.redirect(308, to: "https://api.example.com/a"), .redirect(308, to: Self.other))
        let url = try exampleURL("http://api.example.com")
        let client = try APIClient.example(stub) { $0.baseURL = url }
        let error = await failure { try await client.call(.put("a", headers: ["If-Match": "\"1\""])).value }
        #expect(error?.code == .redirect && stub.requests.count == 2)
    }

    @Test func `Lost field: a 401 after an upgrade to https says why no credentials were sent`() async throws {
        let stub = StubTransport.answering(.redirect(308, to: "https://api.example.com/a"), HTTPResponse(status: 401))
        let url = try exampleURL("http://api.example.com")
        let client = try APIClient.example(stub) {
            $0.baseURL = url
            $0.authentication = .bearer("secret")
            $0.policies.allowsInsecureHTTP = true
        }
        let error = await failure { try await client.call(.get("a").authenticated()).value }
        #expect(
            error?.message
                == "The server answered 401 Unauthorized. A redirect led to https://api.example.com, which gets no credentials: use it as the base "
                + "URL, or add it to the policies' otherOrigins.")
    }

    @Test(arguments: ["If-Match", "If-None-Match", "Idempotency-Key", "Depth"])
    func `Lost field: a safe request is redirected without the field`(name: String) async throws {
        let requests = try await requests(of: .get("items", headers: [name: "1"]), answered: .redirect(307, to: Self.other))
        #expect(requests.map { $0.headers[name] } == ["1", nil])
    }

    @Test(arguments: ["If-Modified-Since", "X-Team", "Prefer", "Cookie", "Content-Language", "Range"])
    func `Lost field: an unsafe request is redirected without the fields that don't guard it`(name: String) async throws {
        let requests = try await requests(of: .put("items/1", headers: [name: "1"]), answered: .redirect(307, to: Self.other))
        #expect(requests.count == 2)
    }

    @Test func `Lost field: the message names all lost fields`() async throws {
        let stub = StubTransport.answering(.redirect(307, to: Self.other))
        let move = Route("MOVE", "a", headers: ["Destination": "/b", "Overwrite": "F", "X-Team": "blue"])
        let error = await failure { try await APIClient.example(stub).call(move).value }
        #expect(error?.message.contains("its Destination, Overwrite don't go to another origin, and without them the MOVE") == true)
        #expect(error?.message.contains("add \"Destination\", \"Overwrite\" to") == true)
    }

    @Test(arguments: ["POST", "post", ""])
    func `Lost field: a field that overrides the method with the request's own method has no effect`(value: String) async throws {
        let order = Route.post("a", headers: ["X-HTTP-Method-Override": value], body: Data("x".utf8))
        let moved = try await requests(of: order, answered: .redirect(302, to: "/made"))
        #expect(moved.map(\.method) == [.post, .get])
        #expect(try await requests(of: order, answered: .redirect(307, to: Self.other)).count == 2)
    }

    @Test func `Lost field: a GET that stands in for another method becomes a plain GET after a 303`() async throws {
        let requests = try await requests(
            of: .get("a", headers: ["X-HTTP-Method-Override": "DELETE"]), answered: .redirect(303, to: "/done"))
        #expect(requests.map { $0.headers["X-HTTP-Method-Override"] } == ["DELETE", nil])
    }

    // MARK: What the authentication does

    private struct Write: AuthenticatedEndpoint {
        var method: HTTPMethod = .put
        var path: Path { "items/1" }
        var headers: HTTPHeaders { ["If-Match": "v1"] }
        var body: (any HTTPBody)? { Data("x".utf8) }
    }

    private func redirected(
        to target: String, _ method: HTTPMethod = .put, by edit: @escaping @Sendable (inout HTTPRequest) -> Void
    ) async throws
        -> ([HTTPRequest], APIError?)
    {
        let stub = StubTransport.answering(.redirect(307, to: target))
        let client = try APIClient.example(stub) { $0.authentication = .custom(AnyAdapter(edit)) }
        let error = await failure { try await client.call(Write(method: method)).value }
        return (stub.requests, error)
    }

    @Test func `Lost field: a guard that the authentication rewrites stays after a same-origin redirect`() async throws {
        let (requests, error) = try await redirected(to: "/b") { request in
            if let tag = request.headers["If-Match"] { request.headers["If-Match"] = "\"\(tag)\"" }
            request.headers["Authorization"] = "t"
        }
        #expect(error == nil)
        #expect(requests.map { $0.headers["If-Match"] } == ["\"v1\"", "\"v1\""])
        #expect(requests.map { $0.headers.values(for: "Authorization") } == [["t"], ["t"]])
        let (overridden, _) = try await redirected(to: "/b", .delete) { request in
            request.headers["X-HTTP-Method-Override"] = request.method.rawValue
            request.method = .post
        }
        #expect(overridden.map { $0.headers["X-HTTP-Method-Override"] } == ["DELETE", "DELETE"])
    }

    @Test func `Lost field: a signature's digest is dropped, and any other guard from the authentication stops the request`() async throws {
        struct Upload: AuthenticatedEndpoint {
            var method: HTTPMethod { .post }
            var path: Path { "uploads" }
            var body: (any HTTPBody)? { Data("x".utf8) }
        }
        let stub = StubTransport.answering(.redirect(307, to: Self.other))
        let signing = try APIClient.example(stub) {
            $0.authentication = .headers(["Content-Digest": "sha-256=:x:", "Signature": "s"])
        }
        try await signing.call(Upload()).value
        #expect(stub.requests.map { $0.headers.contains("Signature") } == [true, false])
        let guarding = try APIClient.example(StubTransport.answering(.redirect(307, to: Self.other))) {
            $0.authentication = .headers(["If-Match": "\"1\""])
        }
        let error = await failure { try await guarding.call(Upload()).value }
        #expect(error?.message.contains("its If-Match doesn't go to another origin") == true)
        #expect(error?.message.contains("crossOriginHeaders") == false)
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

    @Test func `Lost field: an adapter may move a request with its own guard`() async throws {
        let other = try #require(Origin(scheme: .https, host: "other.example.com"))
        let moving = AnyAdapter { request in
            request.origin = other
            request.headers["If-Match"] = "\"2\""
        }
        #expect(try await sent(.delete("items/1"), adapters: [moving]).headers["If-Match"] == "\"2\"")
    }

    @Test func `Lost field: a guard from the client's adapters or the configuration isn't dropped silently for an absolute URL`()
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

    @Test func `Lost field: a method or a precondition that the client's adapters add to the query stops a write to an absolute URL`()
        async throws
    {
        let url = try exampleURL(Self.other)
        for items in [["_method": "DELETE"], ["ifGenerationMatch": 1]] as [Query] {
            let stub = StubTransport()
            let client = try APIClient.example(stub, adapters: [AnyAdapter { $0.query.append(items) }])
            #expect(await failure { try await client.call(.post(url)).value }?.code == .invalidRequest)
            try await client.call(.get(url)).value
            #expect(stub.requests.map(\.query.isEmpty) == [true])
        }
    }

    @Test(arguments: ["Content-Digest", "Content-MD5"])
    func `Lost field: an adapter that changes a body must change its digest too`(name: String) async throws {
        let route = Route.put("a", headers: [name: "old"], body: Data("x".utf8))
        let changing = AnyAdapter { $0.body = Data("y".utf8).entity() }
        let error = await failure { _ = try await sent(route, adapters: [changing]) }
        #expect(error?.message.contains("its \(name) is that of the earlier one") == true)
        let both = AnyAdapter { request in
            request.body = Data("y".utf8).entity()
            request.headers[name] = "new"
        }
        #expect(try await sent(route, adapters: [both]).headers[name] == "new")
        #expect(try await sent(route, adapters: [changing, .header(name, "new")]).headers[name] == "new")
        #expect(try await sent(route, adapters: [AnyAdapter { $0.body = Data("x".utf8).entity() }]).headers[name] == "old")
    }

    // MARK: The changelog's adapter

    @Test func `Lost field: a DELETE that is sent as a POST doesn't arrive at another origin as a plain POST`() async throws {
        let stub = StubTransport.answering(.redirect(308, to: Self.other))
        let client = try APIClient.example(stub, adapters: [MethodOverride()])
        #expect(await failure { try await client.call(.delete("items/1")).value }?.code == .redirect)
        #expect(stub.requests.map(\.method) == [.post])
    }

    @Test(arguments: [301, 302, 307, 308, 303] as [HTTPStatus])
    func `Redirect: a POST that stands in for another method is redirected like that method`(status: HTTPStatus) async throws {
        let requests = try await requests(
            of: .put("a", body: .text("x")), answered: .redirect(status, to: "/b"), adapters: [MethodOverride()])
        let next = try #require(requests.last)
        #expect(requests.count == 2)
        #expect(next.method == (status == 303 ? .get : .post))
        #expect(next.headers["X-HTTP-Method-Override"] == (status == 303 ? nil : "PUT"))
        #expect((next.body == nil) == (status == 303))
    }
}
