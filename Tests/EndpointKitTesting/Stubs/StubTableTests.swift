import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct StubTableTests {
    private struct Hero: Decodable, Sendable, Equatable { let id: Int }

    @Test func `StubTable: it answers by method, path and query, absolute or relative to the base path`() async throws {
        let stub = StubTransport([
            .get("heroes/1"): .json(["id": 1]),
            .get("heroes"): .json([["id": 1], ["id": 2]]),
            .get("heroes", query: ["offset": 20]): .json([]),
            .delete("/v1/heroes/1"): .status(204),
            .post("heroes", body: JSONBody(["id": 3])): .status(201),
            .get("heroes", headers: ["Accept": "text/csv"]): .text("id\n1\n", contentType: "text/csv"),
        ])
        let client = try example(stub)
        #expect(try await client.call(.get("heroes/1"), as: Hero.self).value == Hero(id: 1))
        #expect(try await client.call(.get("heroes", query: ["limit": 2]), as: [Hero].self).value.count == 2)
        #expect(try await client.call(.get("heroes", query: ["limit": 2, "offset": 20]), as: [Hero].self).value.isEmpty)
        #expect(try await client.call(.delete("heroes/1")).response.status == 204)
        #expect(try await client.call(.post("heroes", body: JSONBody(["id": 3]))).response.status == 201)
        #expect(try await client.string(.get("heroes", headers: ["Accept": "text/csv"])).value == "id\n1\n")
        #expect(stub.requests.map(\.method) == [.get, .get, .get, .delete, .post, .get])
    }

    @Test func `StubTable: a row with a URL applies only to that host`() async throws {
        let images = try #require(URL(string: "https://images.example.com/a"))
        let stub = StubTransport([.get(images): .status(200), .get("/a"): .status(404)])
        #expect(try await stub.send(request(.get, "/a")).status == 404)
        let origin = try #require(Origin(scheme: .https, host: "images.example.com"))
        #expect(try await stub.send(HTTPRequest(origin: origin, path: "/a")).status == 200)
    }

    @Test func `StubTable: a trailing slash is significant, and an empty path is the base path`() async throws {
        let stub = StubTransport([.get("heroes/"): .status(201), .get("heroes"): .status(202), .get(""): .status(203)])
        let client = try example(stub)
        #expect(try await client.call(.get("heroes/")).response.status == 201)
        #expect(try await client.call(.get("heroes")).response.status == 202)
        #expect(try await client.call(.get("")).response.status == 203)
        #expect(try await stub.send(request(.get, "/heroes/")).status == 201)
        #expect(try await StubTransport([.get("/"): .status(204)]).send(request(.get, "/")).status == 204)
    }

    @Test func `StubTable: the first of two equally specific rows answers`() async throws {
        let stub = StubTransport([.get("/a", query: ["x": 1]): .status(201), .get("/a", query: ["y": 2]): .status(202)])
        #expect(try await stub.send(request(query: ["y": 2, "x": 1])).status == 201)
    }

    @Test func `StubTable: a row's URL may have the default port`() async throws {
        let url = try #require(URL(string: "HTTPS://API.example.com:443/a"))
        #expect(try await StubTransport([.get(url): .status(201)]).send(request()).status == 201)
    }

    @Test func `StubTable: a request may have more items of a name than a row`() async throws {
        let stub = StubTransport([.get("/a", query: ["id": 1]): .status(201), .get("/a", query: ["id": [1, 2]]): .status(202)])
        #expect(try await stub.send(request(query: ["id": [3, 1]])).status == 201)
        #expect(try await stub.send(request(query: ["id": [2, 1]])).status == 202)
        let error = await failure { try await stub.send(request(query: ["id": 2])) }
        #expect(error?.message.contains("row 1, GET /a?id=1, has id=1, not id=2") == true)
    }

    @Test func `StubTable: the target of a redirect is matched by the rows' paths`() async throws {
        let stub = StubTransport([
            .get("old"): .response(HTTPResponse(status: 302, headers: ["Location": "/v1/new/1"])), .get("new"): .status(200),
            .get(""): .status(200),
        ])
        let error = await failure { try await example(stub).data(.get("old")).value }
        #expect(error?.code == .unanswered)
        #expect(error?.message.contains("row 2, GET /new, has the path /new, not /v1/new/1") == true)
        #expect(error?.message.contains("/v1/new/1/") == false)
    }

    @Test func `StubTable: answers in a sequence are given in order, and the last one repeats`() async throws {
        let stub = StubTransport([.get("/a"): .sequence(.status(503), .failure(.disconnected), .text("ok"))])
        #expect(try await stub.send(request()).status == 503)
        let error = await failure { try await stub.send(request()) }
        #expect(error?.code == .connection && reason(of: error) == .disconnected)
        for _ in 0..<2 { #expect(try await stub.send(request()).body == Data("ok".utf8)) }
    }

    @Test func `StubTable: the error for a request without an answer names the closest rows, as with a cassette`() async throws {
        let stub = StubTransport([
            .get("heroes", query: ["limit": 10]): .status(200),
            .post("heroes"): .status(201),
            .get("me", headers: ["Authorization": "Bearer planted-1"]): .status(200),
        ])
        let client = try example(stub)
        let error = await failure { try await client.data(.get("heroes", query: ["limit": 20])).value }
        #expect(error?.code == .unanswered && error?.attempts.count == 1)
        #expect(
            error?.message == """
                The stub has no answer for GET https://api.example.com/v1/heroes?limit=20. The closest: \
                row 1, GET /v1/heroes?limit=10, has limit=10, not limit=20; \
                row 2, POST /v1/heroes, is a POST, not a GET; row 3, GET /v1/me, has the path /v1/me, not /v1/heroes.
                """)
        let other = await failure { try await client.data(.get("me", headers: ["Authorization": "Bearer planted-2"])).value }
        #expect(other?.message.contains("row 3, GET /v1/me, differs in a hidden value") == true)
        #expect(other?.message.contains("planted") == false)
        let empty = await failure { try await StubTransport([:]).send(request()) }
        #expect(empty?.message == "The stub has no answer for GET https://api.example.com/a. It is empty.")
    }

    @Test func `StubTransport: its messages show paths, but no secret`() async throws {
        let stub = StubTransport([.get("users/u-58230-x/posts"): .status(200)])
        let secret = Secret("planted-1")
        let client = try example(stub, redaction: .standard.hiding(path: "bot*"))
        let error = await failure { try await client.data(.get("users/u-58231-x/\(secret)/bot123:abc")).value }
        let path = "/v1/users/u-58231-x/<9 characters>/bot<redacted>"
        #expect(error?.message.contains("has no answer for GET https://api.example.com\(path). The closest") == true)
        #expect(error?.message.contains("has the path /v1/users/u-58230-x/posts, not \(path)") == true)
        #expect(error?.request?.url == "https://api.example.com\(path)")
        let hidden = await failure { try await example(stub, redaction: .everything).data(.get("users/u-58231-x")).value }
        #expect(hidden?.request?.url.contains("u-58231-x") == false)
    }

    @Test func `StubTable: values of equal length don't match, and a message shows each as the redaction allows`() async throws {
        let (known, asked) = ("5f2d9c1e-1111", "5f2d9c1e-2222")
        let stub = StubTransport([.get("heroes/\(known)", query: ["q": known]): .status(200)])
        let error = await failure { try await example(stub).data(.get("heroes/\(asked)", query: ["q": asked])).value }
        let message = try #require(error?.message)
        #expect(message.contains("has the path /v1/heroes/\(known), not") && message.contains("has q=<13 characters>"), "\(message)")
    }

    @Test func `StubTable: a message shows no value of a secret's name in a body`() async throws {
        let stub = StubTransport([.post("login", body: JSONBody(["user": "ada", "password": "planted-1"])): .status(200)])
        let error = await failure {
            try await example(stub).data(.post("login", body: JSONBody(["user": "bob", "password": "planted-2"]))).value
        }
        let message = try #require(error?.message)
        #expect(message.contains(#"has "ada" in body.user, not "bob""#) && !message.contains("planted"), "\(message)")
    }

    @Test func `StubTable: a redirect's target matches although it repeats a secret of the first path`() async throws {
        let secret = Secret("planted-1")
        let stub = StubTransport([
            .get("login/\(secret)"): .response(HTTPResponse(status: 302, headers: ["Location": "/v1/users/planted-1/me"])),
            .get("/v1/users/planted-1/me"): .text("ada"),
        ])
        #expect(try await example(stub).string(.get("login/\(secret)")).value == "ada")
    }

    @Test func `StubTable: a star matches any segment of a path, and a row without a star is more specific`() async throws {
        let stub = StubTransport([
            .get("heroes/*/comics"): .json([]), .get("heroes/*"): .json(["id": 9]), .get("heroes/1"): .json(["id": 1]),
        ])
        let client = try example(stub)
        #expect(try await client.call(.get("heroes/1"), as: Hero.self).value == Hero(id: 1))
        #expect(try await client.call(.get("heroes/77"), as: Hero.self).value == Hero(id: 9))
        #expect(try await client.call(.get("heroes/\("a/b*")"), as: Hero.self).value == Hero(id: 9))
        #expect(try await client.call(.get("heroes/5/comics"), as: [Hero].self).value.isEmpty)
        for path: Path in ["heroes", "heroes/", "heroes/1/2", "heroes/1/comics/2", "villains/1"] {
            #expect(await failure { try await client.call(.get(path)).value }?.code == .unanswered, "\(path)")
        }
    }
}
