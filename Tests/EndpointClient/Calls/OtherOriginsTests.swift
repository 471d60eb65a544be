import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The API's other origins, which the program lists.
@Suite struct OtherOriginsTests {
    private static let uploads = "https://uploads.example.com"

    private func client(
        _ requests: Recorder<HTTPRequest>, origins: [String] = [uploads], configure: (inout APIConfiguration) -> Void = { _ in },
        answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse = { _ in HTTPResponse() }
    ) throws -> APIClient {
        let transport = AnyTransport { request in
            requests.record(request)
            return answer(request)
        }
        return try APIClient.example(transport, adapters: [AnyAdapter { $0.headers["X-Client"] = "c" }]) { configuration in
            configuration.authentication = .bearer("token-1")
            configuration.query = ["lang": "en"]
            configuration.headers = ["X-Own": "own"]
            configuration.policies.otherOrigins = try origins.map { try exampleURL($0) }
            configure(&configuration)
        }
    }

    private static func isAtHome(_ request: HTTPRequest) -> Bool {
        request.headers["Authorization"] == "Bearer token-1" && request.headers["X-Own"] == "own" && request.headers["X-Client"] == "c"
    }

    @Test func `Other origins: an endpoint at a listed origin gets the credentials, and one at any other origin doesn't`() async throws {
        let requests = Recorder<HTTPRequest>()
        let client = try client(requests)
        for (url, isHome) in [
            ("https://uploads.example.com/a", true), ("https://uploads.example.com:443/a", true),
            ("https://uploads.example.com:444/a", false),
            ("http://uploads.example.com/a", false), ("https://example.com/a", false), ("https://x.uploads.example.com/a", false),
        ] {
            try await client.call(.get(try exampleURL(url)).authenticated()).value
            let sent = try #require(requests.values.last)
            #expect(Self.isAtHome(sent) == isHome, "\(url)")
            #expect((sent.query["lang"] == "en") == isHome)
            #expect(sent.headers.contains("Authorization") == isHome)
        }
    }

    @Test func `Other origins: a redirect between listed origins counts as same-origin, and one to any other origin doesn't`() async throws
    {
        for (target, isHome) in [("https://uploads.example.com/b?sig=1", true), ("https://cdn.example.net/b?sig=1", false)] {
            let requests = Recorder<HTTPRequest>()
            let client = try client(
                requests,
                answer: { request in
                    request.origin.host == "api.example.com" ? HTTPResponse(status: 307, headers: ["Location": target]) : HTTPResponse()
                })
            try await client.call(.post("a", body: .json(["n": 1])).authenticated()).value
            let sent = try #require(requests.values.last)
            #expect(requests.values.count == 2)
            #expect(sent.isAway == !isHome)
            #expect(sent.headers.contains("Authorization") == isHome && sent.headers.contains("X-Own") == isHome)
            #expect(sent.headers.contains("X-Client") == isHome)
            #expect(sent.query["sig"] == "1")
        }
    }

    private struct Items: RoutedEndpoint, AuthenticatedEndpoint, Codable {
        var route: Route { .get("items", headers: ["X-List": "l"]) }
    }

    @Test(arguments: [true, false])
    func `Other origins: a stored position at another origin is continued with credentials if the client lists that origin`(
        isListed: Bool
    ) async throws {
        let requests = Recorder<HTTPRequest>()
        let client = try client(
            requests,
            answer: { _ in HTTPResponse(headers: ["Link": "<\(Self.uploads)/items?page=2>; rel=\"next\""], body: Data("[1]".utf8)) })
        var pages = client.pages(of: Items().paged(by: .link(), as: [Int].self)).makeAsyncIterator()
        _ = try await pages.next()
        let stored = try JSONEncoder().encode(try #require(pages.position))
        #expect(!String(decoding: stored, as: UTF8.self).contains("\"others\""))
        let position = try JSONDecoder().decode(PagePosition<PagedRequest<Items, PageLink<[Int]>>>.self, from: stored)
        let next = try self.client(requests, origins: isListed ? [Self.uploads] : [], answer: { _ in HTTPResponse(body: Data("[2]".utf8)) })
        #expect(try await next.elements(from: position).first { _ in true } == 2)
        let sent = try #require(requests.values.last)
        #expect(sent.origin.host == "uploads.example.com")
        #expect(Self.isAtHome(sent) == isListed && sent.headers.contains("Authorization") == isListed)
        #expect((sent.headers["X-List"] == "l") == isListed)
    }

    @Test func `Other origins: a list's link to a listed origin is followed with credentials, and a link to any other origin without them`()
        async throws
    {
        let requests = Recorder<HTTPRequest>()
        let client = try client(
            requests,
            answer: { request in
                let next =
                    request.origin.host == "api.example.com" ? "\(Self.uploads)/items?page=2" : "https://cdn.example.net/items?page=3"
                let fields: HTTPHeaders = request.query["page"] == "3" ? [:] : ["Link": "<\(next)>; rel=\"next\""]
                return HTTPResponse(headers: fields, body: Data("[1]".utf8))
            })
        let list = Route.get("items").authenticated().paged(by: .link(), as: [Int].self)
        var elements: [Int] = []
        for try await element in client.elements(of: list) { elements.append(element) }
        #expect(elements == [1, 1, 1])
        #expect(requests.values.map { $0.headers.contains("Authorization") } == [true, true, false])
        #expect(requests.values.map { $0.query["lang"] == "en" } == [true, true, false])
    }

    @Test func `Other origins: their requests count towards the quota, and are repeated like same-origin ones`() async throws {
        let requests = Recorder<HTTPRequest>()
        let client = try client(requests) {
            $0.policies.quota = Quota(calls: 1, per: .seconds(60), whenSpent: .fail)
        }
        try await client.call(.get(try exampleURL(Self.uploads + "/a"))).value
        let spent = await failure { try await client.call(.get("b")).value }
        #expect(spent?.code == .quota)
    }

    @Test func `Other origins: an entry that isn't a URL, or that would show credentials, is a configuration error`() async throws {
        for (origin, words) in [
            ("ftp://uploads.example.com", "The other origin"), ("http://uploads.example.com", "is http on a remote host"),
        ] {
            let requests = Recorder<HTTPRequest>()
            let client = try client(requests, origins: [origin])
            let error = await failure { try await client.call(.get("a")).value }
            #expect(error?.code == .configuration)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
            #expect(requests.values.isEmpty)
        }
        let allowed = try client(Recorder(), origins: ["http://uploads.example.com"]) { $0.policies.allowsInsecureHTTP = true }
        try await allowed.call(.get("a")).value
    }

    @Test func `Other origins: a request that an adapter moves to a listed origin keeps credentials and configured items`() async throws {
        let requests = Recorder<HTTPRequest>()
        struct Region: RequestAdapter {
            let target: Origin
            func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
                request.origin = target
                return request
            }
        }
        let client = try client(requests)
        for (host, isHome) in [("uploads.example.com", true), ("cdn.example.net", false)] {
            let target = try #require(Origin(scheme: .https, host: host))
            try await client.call(.get("a").authenticated()).adapting(Region(target: target)).value
            #expect(requests.values.last?.headers.contains("Authorization") == isHome)
            #expect(requests.values.last?.query["lang"] == (isHome ? "en" : nil))
        }
    }
}
