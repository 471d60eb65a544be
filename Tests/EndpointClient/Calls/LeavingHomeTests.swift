import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Each kind of credential, combined with each way to another origin: no credential arrives there.
@Suite struct LeavingHomeTests {
    /// The source of a secret. The secret's name is harmless, unless the redaction hides it.
    enum Source: String, CaseIterable, Sendable {
        case configurationHeader, configurationQuery, baseURLQuery
        case clientHeader, clientQuery, waitingClient
        case endpointHeader, endpointHiddenHeader, endpointHiddenItem
        case endpointAdapterHeader, endpointAdapterQuery, waitingEndpoint
        case callAdapterHeader, callAdapterQuery, waitingCall
        case authenticationHeader, authenticationQuery, waitingAuthentication
    }

    /// How the request reaches another origin.
    enum Way: String, CaseIterable, Sendable { case link, bodyLink, linkAfterRedirect, cursor, redirect, adapter }

    static let destinations = ["https://other.example.com", "https://api.example.com:444", "http://api.example.com"]
    private static let secret = "S3cr3t-7f3a9c2e41"

    /// Waits before it changes the request.
    private struct Waiting: RequestAdapter {
        let change: @Sendable (inout HTTPRequest) -> Void
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            await Task.yield()
            change(&request)
            return request
        }
    }

    private struct Items: RoutedEndpoint {
        var source: Source
        var isAuthenticated: Bool { true }
        var route: Route {
            .get(
                "items", query: ["limit": 2, "member": source == .endpointHiddenItem ? secret : nil],
                headers: [
                    "X-Plain": source == .endpointHeader ? secret : nil, "X-Member": source == .endpointHiddenHeader ? secret : nil,
                ])
        }
        var adapters: [any RequestAdapter] {
            LeavingHomeTests.adapters(source, .endpointAdapterHeader, .endpointAdapterQuery, .waitingEndpoint)
        }
    }

    /// A list whose next request is made by the program itself, from the server's cursor.
    private struct CursorItems: PaginatedRequest {
        struct Response: CursorResponse, Decodable, Sendable {
            let elements: [Int]
            let next: String?
            var nextCursor: String? { next }
        }
        var items: Items
        var url: URL?
        var baseURL: URL? { url }
        var path: Path { url == nil ? items.route.path : "" }
        var query: Query { url == nil ? items.route.query : [:] }
        var headers: HTTPHeaders { items.route.headers }
        var isAuthenticated: Bool { true }
        var adapters: [any RequestAdapter] { items.adapters }
        func next(after response: PageResponse) -> CursorItems? {
            response.value.next.map { CursorItems(items: items, url: URL(string: $0)) }
        }
    }

    private struct LinkedItems: LinkedResponse, Decodable, Sendable {
        let elements: [Int]
        let next: String?
        var nextLink: String? { next }
    }

    private static func adapters(_ source: Source, _ header: Source, _ query: Source, _ waiting: Source) -> [any RequestAdapter] {
        switch source {
        case header: [.header("X-Plain", secret)]
        case query: [.appending(["plain": .some(secret)])]
        case waiting:
            [
                Waiting {
                    $0.headers["X-Plain"] = secret
                    $0.query.append("plain", secret)
                }
            ]
        default: []
        }
    }

    private func configure(_ configuration: inout APIConfiguration, _ source: Source) throws {
        configuration.policies.redaction = .standard.hiding("X-Member", "member")
        configuration.authentication = .anonymous
        switch source {
        case .configurationHeader: configuration.headers = ["X-Plain": Self.secret]
        case .configurationQuery: configuration.query = ["plain": .some(Self.secret)]
        case .baseURLQuery: configuration.baseURL = try exampleURL("https://api.example.com/v1?plain=\(Self.secret)")
        case .authenticationHeader: configuration.authentication = .headers(["X-Plain": Self.secret])
        case .authenticationQuery: configuration.authentication = .query(["plain": .some(Self.secret)])
        case .waitingAuthentication:
            configuration.authentication = .custom(
                Waiting {
                    $0.headers["X-Plain"] = Self.secret
                    $0.query.append("plain", Self.secret)
                })
        default: break
        }
    }

    /// A separate loop requests each page, from a stored position, after a same-origin redirect.
    @Test func `PagePosition: no credential is sent to another origin when a list is resumed`() async throws {
        struct Own: RoutedEndpoint, Codable {
            var route: Route { .get("items", query: ["token": .some(LeavingHomeTests.secret)]) }
        }
        let stub = StubTransport { request in
            let query = "api_key=\(Self.secret)&token=\(Self.secret)"
            switch request.path.encoded {
            case "/v1/items": return .redirect(to: "/v1/first?" + query)
            case "/v1/first": return HTTPResponse(headers: ["Link": "</v1/second?x=1>; rel=next"], body: Data("[1]".utf8))
            case "/v1/second":
                return HTTPResponse(headers: ["Link": "<https://other.example.com/third?\(query)>; rel=next"], body: Data("[2]".utf8))
            default: return HTTPResponse(body: Data("[3]".utf8))
            }
        }
        let client = try APIClient.example(stub) { $0.query = ["api_key": .some(Self.secret)] }
        typealias List = PagedRequest<Own, PageLink<[Int]>>
        var stored: Data? = try JSONEncoder().encode(PagePosition(Own().paged(by: .link(), as: [Int].self)))
        var elements: [Int] = []
        while let data = stored {
            var pages = client.pages(from: try JSONDecoder().decode(PagePosition<List>.self, from: data)).makeAsyncIterator()
            elements += try await pages.next()?.elements ?? []
            stored = try pages.position.map { try JSONEncoder().encode($0) }
        }
        #expect(elements == [1, 2, 3])
        #expect(stub.requests.last?.urlText == "https://other.example.com/third")
    }

    @Test func `PaginatedRequest: a list that was redirected to another origin sends no credentials, even if a cursor leads back`()
        async throws
    {
        let stub = StubTransport { request in
            switch request.urlText {
            case "https://api.example.com/v1/items?limit=2": return .redirect(307, to: "https://other.example.com/items")
            case "https://other.example.com/items":
                return HTTPResponse(body: Data(#"{"elements": [1], "next": "https://api.example.com/v1/secret?page=2"}"#.utf8))
            default: return HTTPResponse(body: Data(#"{"elements": [2]}"#.utf8))
            }
        }
        let client = try APIClient.example(stub, adapters: [.header("X-Plain", Self.secret)]) {
            $0.authentication = .headers(["X-Token": Self.secret])
        }
        let list = await client.elements(of: CursorItems(items: Items(source: .clientHeader))).collect()
        #expect(try list.get() == [1, 2])
        #expect(stub.requests.map(\.urlText).last == "https://api.example.com/v1/secret?page=2")
        #expect(stub.requests.map { $0.headers["X-Token"] != nil } == [true, false, false])
        #expect(Set(try #require(stub.requests.last).headers.map(\.name)) == ["User-Agent", "Accept"])
    }

    @Test func `PageLink: a list whose pages an adapter moves to another origin continues there`() async throws {
        let stub = StubTransport { request in
            HTTPResponse(
                headers: request.query["page"] == nil ? ["Link": "</v1/items?page=2>; rel=next"] : [:],
                body: Data("[\(request.query["page"] ?? "1")]".utf8))
        }
        let mirror = try #require(Origin(scheme: .https, host: "mirror.example.com"))
        let moving = AnyAdapter { request in
            request.origin = mirror
            request.headers["X-Key"] = "of the mirror"
        }
        let client = try APIClient.example(stub, adapters: [moving]) { $0.headers["Authorization"] = Self.secret }
        let list = client.elements(of: Route.get("items").paged(by: .link(), as: [Int].self))
        #expect(try await list.collect().get() == [1, 2])
        #expect(stub.requests.map(\.origin) == [mirror, mirror])
        #expect(stub.requests.map { $0.headers["X-Key"] } == ["of the mirror", "of the mirror"])
        #expect(stub.requests.allSatisfy { $0.headers["Authorization"] == nil })
    }

    @Test(arguments: Source.allCases, Way.allCases)
    func `RedirectPolicy: no credential is sent to another origin`(source: Source, way: Way) async throws {
        for destination in Self.destinations {
            // The server repeats the whole query that it received, as many servers do.
            let stub = StubTransport { request in
                let home = request.urlText.hasPrefix("https://api.example.com/")
                let target = "\(destination)/v1/items?page=2&" + request.query.encoded
                guard home, way != .adapter else { return HTTPResponse(body: Data(#"{"elements": [2]}"#.utf8)) }
                switch way {
                case .link: return HTTPResponse(headers: ["Link": "<\(target)>; rel=next"], body: Data("[1]".utf8))
                case .linkAfterRedirect:
                    return request.path == "/v1/items"
                        ? .redirect(to: "/v2/items?" + request.query.encoded)
                        : HTTPResponse(headers: ["Link": "<\(target)>; rel=next"], body: Data("[1]".utf8))
                case .bodyLink, .cursor: return HTTPResponse(body: Data(#"{"elements": [1], "next": "\#(target)"}"#.utf8))
                case .redirect, .adapter: return .redirect(307, to: target)
                }
            }
            var adapters = Self.adapters(source, .clientHeader, .clientQuery, .waitingClient)
            if way == .adapter {
                let origin = try #require(
                    Origin(
                        scheme: destination.hasPrefix("http:") ? .http : .https,
                        host: destination.hasPrefix("https://other") ? "other.example.com" : "api.example.com",
                        port: destination.hasSuffix(":444") ? 444 : nil))
                adapters.append(AnyAdapter { $0.origin = origin })
            }
            let client = try APIClient.example(stub, adapters: adapters) { try configure(&$0, source) }
            let own = Self.adapters(source, .callAdapterHeader, .callAdapterQuery, .waitingCall)
            let items = Items(source: source)
            switch way {
            case .link, .linkAfterRedirect:
                _ = await client.elements(of: items.paged(by: .link(), as: [Int].self)) { own.reduce($0) { $0.adapting($1) } }.collect()
            case .bodyLink:
                _ = await client.elements(of: items.paged(by: .link(), as: LinkedItems.self)) { own.reduce($0) { $0.adapting($1) } }
                    .collect()
            case .cursor:
                _ = await client.elements(of: CursorItems(items: items)) { own.reduce($0) { $0.adapting($1) } }.collect()
            case .redirect, .adapter:
                _ = await own.reduce(client.data(items)) { $0.adapting($1) }.result
            }
            let away = stub.requests.filter { !$0.urlText.hasPrefix("https://api.example.com/") }
            let home = stub.requests.filter { $0.urlText.hasPrefix("https://api.example.com/") }
            for request in away {
                #expect(
                    !"\(request.urlText) \(request.headers.map { "\($0.name): \($0.value)" })".contains(Self.secret), "\(request.urlText)")
            }
            // The test proves something only if the secret is sent to its own origin.
            if way != .adapter { #expect(home.contains { "\($0.urlText) \($0.headers.map(\.value))".contains(Self.secret) }) }
            // Only an adapter can lead from https to http.
            #expect(away.isEmpty == (destination.hasPrefix("http:") && way != .adapter))
        }
    }
}
