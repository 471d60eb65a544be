import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// What an adapter or the authentication adds, in every way in which it can be written.
@Suite struct AdditionTests {
    /// Writes a secret under harmless names.
    struct Edit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (inout HTTPRequest) -> Void

        init(_ testDescription: String, _ run: @escaping @Sendable (inout HTTPRequest) -> Void) {
            (self.testDescription, self.run) = (testDescription, run)
        }
    }

    static let secret = "hunter22"

    static let edits = [
        Edit("appended") { request in
            request.headers.append("X-Own", secret)
            request.query.append("own", secret)
        },
        Edit("set") { request in
            request.headers["X-Own"] = secret
            request.query = request.query.appending("own", secret)
        },
        Edit("added as a list") { request in
            request.headers.formUnion(["X-Own": secret])
            request.query.append(["own": secret])
        },
        Edit("instead of a value") { request in
            request.headers["x-team"] = secret
            request.query.removeAll(named: "q")
            request.query.append("q", secret)
        },
        Edit("beside a value") { request in
            request.headers.append("X-Team", secret)
            request.query.append("q", secret)
        },
        Edit("after a removal") { request in
            request.headers["X-Team"] = nil
            request.query.removeAll(named: "q")
            request.headers.append("X-Own", secret)
            request.query.append("own", secret)
        },
        Edit("at the start") { request in
            var (headers, query): (HTTPHeaders, Query) = (["X-Own": secret], ["own": secret])
            for field in request.headers { headers.append(field.name, field.value) }
            query.append(request.query)
            (request.headers, request.query) = (headers, query)
        },
        Edit("in a new request") { request in
            let query = Query(encoded: request.query.encoded + "&own=" + secret)
            request = HTTPRequest(
                method: request.method, origin: request.origin, path: request.path, query: query, headers: request.headers,
                body: request.body)
            request.headers["X-Own"] = secret
        },
    ]

    /// The names of fields in lower case, as other libraries write them, are no additions: what stays home stays there.
    @Test func `Additions: an adapter that changes the case of names adds nothing`() async throws {
        let stub = StubTransport()
        let other = try #require(Origin(scheme: .https, host: "other.example.org"))
        let adapter = AnyAdapter { request in
            var headers = HTTPHeaders()
            for field in request.headers { headers.append(field.name.lowercased(), field.value) }
            request = HTTPRequest(method: request.method, origin: other, path: request.path, headers: headers)
        }
        let client = try APIClient.example(stub)
        _ = try await client.data(.get("items", headers: ["X-Own": Self.secret, "Accept-Language": "de"])).adapting(adapter).value
        let sent = try #require(stub.requests.first)
        #expect(sent.origin.host == "other.example.org")
        #expect(sent.headers["X-Own"] == nil)
        #expect(sent.headers["Accept-Language"] == "de")
    }

    enum Editor: CaseIterable { case authentication, client, call }

    private static let items = Route.get("items", query: ["q": "hello", "page": 2], headers: ["X-Team": "blue", "X-Open": "1"])
        .authenticated()

    /// Redirects each request once, to this address with the query as it was received.
    private static func repeating(_ target: String) -> StubTransport {
        StubTransport { request in
            request.path.encoded.hasPrefix("/land") ? HTTPResponse() : .redirect(307, to: "\(target)?\(request.query.encoded)")
        }
    }

    private static func parts(_ request: HTTPRequest) -> [String] {
        (request.query.map { "?\($0.name)=\($0.value ?? "")" } + request.headers.map { "\($0.name): \($0.value)" }).sorted()
    }

    @Test(arguments: edits, Editor.allCases)
    func `Provenance: another origin gets the endpoint's own parts, and nothing that was added, however it was written`(
        edit: Edit, editor: Editor
    ) async throws {
        let stub = Self.repeating("https://other.example.com/land")
        let client = try APIClient.example(stub, adapters: editor == .client ? [AnyAdapter(edit.run)] : []) {
            $0.policies.redirects.crossOriginHeaders = ["X-Open"]
            $0.authentication = editor == .authentication ? .custom(AnyAdapter(edit.run)) : .anonymous
        }
        let call = client.call(Self.items)
        try await (editor == .call ? call.adapting(AnyAdapter(edit.run)) : call).value
        #expect(stub.requests.count == 2)
        #expect(stub.requests.first.map(Self.parts)?.filter { $0.contains(Self.secret) }.count == 2)
        let last = try #require(stub.requests.last)
        #expect(Self.parts(last).allSatisfy { !$0.contains(Self.secret) })
        #expect(last.query.values(for: "page") == ["2"] && last.headers.values(for: "X-Open") == ["1"])
    }

    @Test(arguments: edits)
    func `Provenance: the origin gets what the authentication adds once, even if its redirect repeats it`(edit: Edit) async throws {
        let stub = Self.repeating("/land")
        try await APIClient.example(stub) { $0.authentication = .custom(AnyAdapter(edit.run)) }.call(Self.items).value
        #expect(stub.requests.count == 2)
        #expect(stub.requests.first.map(Self.parts) == stub.requests.last.map(Self.parts))
    }

    // MARK: Many parts

    private static func many(_ name: String, _ value: String) -> (Query, HTTPHeaders) {
        (0..<100).reduce(into: ([:], [:])) { parts, number in
            parts.0.append("\(name)\(number)", value)
            parts.1.append("X-\(name)\(number)", value)
        }
    }

    private static let adding = AnyAdapter { request in
        let (query, headers) = many("own", secret)
        request.query.append(query)
        request.headers.formUnion(headers)
    }

    @Test func `Provenance: 100 additions are distinguished from 100 parts of the endpoint`() async throws {
        let (query, headers) = Self.many("e", "1")
        let stub = Self.repeating("https://other.example.com/land")
        let client = try APIClient.example(stub) {
            $0.policies.redirects.crossOriginHeaders = Set(headers.map(\.name))
            $0.authentication = .custom(Self.adding)
        }
        try await client.call(Route.get("items", query: query, headers: headers).authenticated()).value
        #expect(stub.requests.first.map(Self.parts)?.filter { $0.contains(Self.secret) }.count == 200)
        let last = try #require(stub.requests.last)
        #expect(last.query == query)
        #expect(last.headers.filter { $0.name.hasPrefix("X-") } == Array(headers))
    }

    @Test func `Provenance: 100 additions of a client's adapter don't go to another origin, unlike 100 parts of the route`() async throws {
        let (query, headers) = Self.many("e", "1")
        let route = Route.get(try exampleURL("https://other.example.com/items"), query: query, headers: headers)
        let request = try await sent(route, adapters: [Self.adding])
        #expect(request.query == query)
        #expect(request.headers.filter { $0.name.hasPrefix("X-") } == Array(headers))
    }

    @Test func `Provenance: of two equal parts, only the one that a client's adapter added doesn't go to another origin`() async throws {
        let adding = AnyAdapter { request in
            request.headers.append("X-Team", "blue")
            request.query.append("q", "hello")
        }
        let route = Route.get(try exampleURL("https://other.example.com/items"), query: ["q": "hello"], headers: ["X-Team": "blue"])
        let request = try await sent(route, adapters: [adding])
        #expect(request.query.encoded == "q=hello" && request.headers.values(for: "X-Team") == ["blue"])
    }

    // MARK: What a difference doesn't show

    /// A call whose authentication writes parts of the request again, with their own values.
    enum Way: CaseIterable {
        case sameOrigin, otherOrigin, link, retry

        func requests(_ authentication: any Authentication) async throws -> [HTTPRequest] {
            let stub = StubTransport { [self] request in
                let isSecond = request.path.encoded.hasPrefix("/land")
                let query = request.query.encoded
                return switch self {
                case _ where isSecond: HTTPResponse(body: Data("[2]".utf8))
                case .sameOrigin: .redirect(307, to: "/land?\(query)")
                case .otherOrigin: .redirect(307, to: "https://other.example.com/land?\(query)")
                case .link: HTTPResponse(headers: ["Link": "</land?\(query)>; rel=next"], body: Data("[1]".utf8))
                case .retry: HTTPResponse(status: 503)
                }
            }
            let client = try APIClient.example(stub, clock: ManualClock(skipsSleeps: true)) {
                if self == .retry { $0.policies.retry = .standard }
                $0.policies.redirects.crossOriginHeaders = ["X-Team", "Idempotency-Key"]
                $0.authentication = authentication
            }
            let route = Route(
                self == .link ? .get : .post, "items", query: ["q": "hello", "page": 2],
                headers: ["X-Team": "blue", "Idempotency-Key": "k1"]
            ).authenticated()
            if self == .link {
                #expect(try await client.elements(of: route.paged(by: .link(), as: [Int].self)).collect().get() == [1, 2])
            } else {
                _ = try? await client.call(route).value
            }
            return stub.requests
        }
    }

    private static let rewriting: [any Authentication] = [
        .headers(["X-Team": "blue", "Idempotency-Key": "k1"]),
        .custom(
            AnyAdapter { request in
                for field in request.headers { request.headers[field.name] = field.value }
                request.query = Query(encoded: request.query.encoded)
            }),
    ]

    @Test(arguments: Way.allCases)
    func `Provenance: an authentication that writes a part again with its own value changes nothing`(way: Way) async throws {
        let expected = try await way.requests(.anonymous)
        #expect(expected.count == (way == .retry ? 3 : 2))
        for authentication in Self.rewriting {
            let requests = try await way.requests(authentication)
            #expect(requests.map(Self.parts) == expected.map(Self.parts))
            #expect(requests.map(\.urlText) == expected.map(\.urlText))
            var (shown, plain) = ("", "")
            dump(requests, to: &shown)
            dump(expected, to: &plain)
            #expect(shown == plain)
        }
    }

    // MARK: Descriptions

    /// Adds an item whose value would be shown if it were the request's own, and notes how the request is then shown.
    private final class Describing: Authentication, Transport {
        let shown = Mutex<[String]>([])
        var identity: Identity? { nil }

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            request.query.append("own", "planted")
            let text = "\(request)"
            shown.withLock { $0.append(text) }
            return request
        }

        func answer(
            _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
        ) async throws -> AuthenticatedRequest? {
            response.status == .unauthorized ? AuthenticatedRequest(try await adapt(request), identity: nil) : nil
        }

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            _ = try await adapt(request)
            return HTTPResponse()
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    @Test func `Redaction: what an adapter, an authentication or a transport adds is hidden as soon as it is added`() async throws {
        let adding = Describing()
        let stub = StubTransport.answering(HTTPResponse(status: 401))
        try await APIClient.example(stub) { $0.authentication = adding }.call(Self.items).value
        try await APIClient.example(StubTransport(), adapters: [adding]).call(.get("items", query: ["page": 2])).value
        try await APIClient.example(adding).call(.get("items", query: ["page": 2])).value
        let shown = adding.shown.withLock { $0 }
        // Signed, signed again after the challenge, adapted, and sent.
        #expect(shown.count == 4)
        for text in shown { #expect(text.hasSuffix("page=2&own=<7 characters>")) }
    }

    @Test func `Redaction: a stored response's request is shown like the one that was sent`() async throws {
        let client = try APIClient.example(
            StubTransport(HTTPResponse(headers: ["Cache-Control": "max-age=3600"])),
            adapters: [AnyAdapter { $0.query.append("lang", "english") }]
        ) { $0.policies.cache = CachePolicy() }
        let responses = [try await client.data(.get("items")).response, try await client.data(.get("items")).response]
        #expect(responses.map(\.source) == [.network, .cache])
        for response in responses { #expect("\(response.request)".hasSuffix("lang=english")) }
    }

    // MARK: Stored responses

    @Test(arguments: [false, true])
    func `CachePolicy: a response that varies by what the authentication adds answers the same user's next call`(
        isRebuilt: Bool
    ) async throws {
        let counter = Counter()
        let signing = AnyAdapter { request in
            if isRebuilt {
                request = HTTPRequest(
                    method: request.method, origin: request.origin, path: request.path, query: request.query, headers: request.headers)
            }
            request.headers["X-Time"] = "\(counter.next())"
            request.query.append("time", "\(counter.count)")
        }
        let stub = StubTransport(
            HTTPResponse(headers: ["Cache-Control": "max-age=3600", "Vary": "X-Time, X-Team"], body: Data("[1]".utf8)))
        let client = try APIClient.example(stub) {
            $0.policies.cache = CachePolicy()
            $0.authentication = .custom(signing, identity: Identity("user"))
        }
        let red = Route.get("items", headers: ["X-Team": "red"]).authenticated()
        var sources: [ResponseSource] = []
        for route in [Self.items, Self.items, red, red, Self.items] { sources.append(try await client.data(route).response.source) }
        #expect(sources == [.network, .cache, .network, .cache, .cache])
    }

    @Test(arguments: edits)
    func `CachePolicy: a link in a stored response repeats nothing that the authentication adds to the next page`(edit: Edit) async throws {
        let stub = StubTransport { request in
            let isLast = request.path.encoded.hasPrefix("/land")
            let link = "</land?\(request.query.encoded)>; rel=next"
            return HTTPResponse(
                headers: ["Cache-Control": isLast ? "no-store" : "max-age=3600", "Link": isLast ? "" : link], body: Data("[1]".utf8))
        }
        let client = try APIClient.example(stub) {
            $0.policies.cache = CachePolicy()
            $0.authentication = .custom(AnyAdapter(edit.run), identity: Identity("user"))
        }
        let list = Self.items.paged(by: .link(), as: [Int].self)
        for _ in 0..<2 { #expect(try await client.elements(of: list).collect().get() == [1, 1]) }
        // The second time, only the last page comes from the network.
        #expect(stub.requests.map(\.path.encoded) == ["/v1/items", "/land", "/land"])
        for request in stub.requests { #expect(request.query.filter { $0.value == Self.secret }.count == 1) }
    }
}
