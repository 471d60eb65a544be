import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct RouteTests {
    enum Separate: AuthenticatedEndpoint {
        case list(limit: Int)
        case rename(id: Int)

        var path: Path {
            switch self {
            case .list: "items"
            case .rename(let id): "items/\(id)"
            }
        }
        var method: HTTPMethod {
            switch self {
            case .list: .get
            case .rename: .patch
            }
        }
        var query: Query {
            switch self {
            case .list(let limit): ["limit": limit]
            case .rename: [:]
            }
        }
    }

    enum Routed: RoutedEndpoint, AuthenticatedEndpoint {
        case list(limit: Int)
        case rename(id: Int)

        var route: Route {
            switch self {
            case .list(let limit): .get("items", query: ["limit": limit])
            case .rename(let id): .patch("items/\(id)")
            }
        }
    }

    static let endpoints: [(any Endpoint, String)] = [
        (Separate.list(limit: 2), "GET /v1/items?limit=2&key=k"), (Routed.list(limit: 2), "GET /v1/items?limit=2&key=k"),
        (Separate.rename(id: 3), "PATCH /v1/items/3?key=k"), (Routed.rename(id: 3), "PATCH /v1/items/3?key=k"),
    ]

    @Test(arguments: endpoints.indices)
    func `Route: an enum with separate members and an enum with routes make the same requests`(index: Int) async throws {
        let (endpoint, line) = Self.endpoints[index]
        let request = try await sent(endpoint) { $0.authentication = .query(["key": "k"]) }
        #expect("\(request.method) \(request.path)?\(request.query.encoded)" == line)
        #expect(request.isIdempotent == (request.method == .get))
    }

    static let routes: [(Route, String)] = [
        (.get("a"), "GET"), (.head("a"), "HEAD"), (.post("a"), "POST"), (.put("a"), "PUT"), (.patch("a"), "PATCH"),
        (.delete("a"), "DELETE"),
        (.options("a"), "OPTIONS"), (Route("PURGE", "a"), "PURGE"),
    ]

    @Test(arguments: routes.indices)
    func `Route: it is an endpoint itself, for a single call`(index: Int) async throws {
        let (route, method) = Self.routes[index]
        let request = try await sent(route)
        #expect(request.method.rawValue == method)
        #expect(request.urlText == "https://api.example.com/v1/a")
    }

    @Test func `Route: every method except GET may have a body, below the base URL and with an absolute URL`() async throws {
        let url = try exampleURL("https://other.example.com/x")
        let routes: [Route] = [
            .post("a", body: .text("b")), .put("a", body: .text("b")), .patch("a", body: .text("b")), .delete("a", body: .text("b")),
            .head("a", body: .text("b")), .options("a", body: .text("b")),
            .post(url, body: .text("b")), .put(url, body: .text("b")), .patch(url, body: .text("b")), .delete(url, body: .text("b")),
            .head(url, body: .text("b")), .options(url, body: .text("b")),
        ]
        for route in routes {
            guard case .data(Data("b".utf8))? = try await sent(route).body?.content else {
                Issue.record("\(route) has lost its body")
                continue
            }
        }
    }

    @Test func `Route: an absolute URL is called unchanged`() async throws {
        let url = try exampleURL("https://other.example.com/x/?a=1")
        let routes: [(Route, HTTPMethod)] = [
            (.get(url), .get), (.head(url), .head), (.post(url), .post), (.put(url), .put), (.patch(url), .patch), (.delete(url), .delete),
            (.options(url), .options),
        ]
        for (route, method) in routes {
            let request = try await sent(route)
            #expect(request.urlText == "https://other.example.com/x/?a=1")
            #expect(request.method == method)
        }
    }

    final class Counted: RoutedEndpoint {
        let reads = Counter()
        let bodyReads = Counter()
        private let verb: HTTPMethod

        init(_ verb: HTTPMethod) { self.verb = verb }

        var route: Route {
            reads.next()
            return Route(
                verb, "items", query: ["a": 1], headers: ["X": "1"], body: verb == .get ? nil : CountedBody(reads: bodyReads))
        }
    }

    struct CountedBody: HTTPBody {
        let reads: Counter

        func entity() -> HTTPBodyEntity {
            reads.next()
            return HTTPBodyEntity(contentType: "text/plain", content: .data(Data("a".utf8)))
        }
    }

    @Test(arguments: [HTTPMethod.get, .put, .post])
    func `Route: a route and its body are evaluated once per call, even if it is sent again`(method: HTTPMethod) async throws {
        let endpoint = Counted(method)
        let stub = StubTransport()
        let again = Restarting { attempt, _ in attempt < 3 ? .restart : .pass }
        let client = try APIClient.example(stub, decisions: [again, ParseDecision()])
        _ = try await client.data(endpoint).value
        #expect(stub.requests.count == 3)
        #expect(endpoint.reads.count == 1)
        #expect(endpoint.bodyReads.count == (method == .get ? 0 : 1))
        #expect(stub.requests.allSatisfy { $0.isIdempotent == method.isIdempotent })
    }
}
