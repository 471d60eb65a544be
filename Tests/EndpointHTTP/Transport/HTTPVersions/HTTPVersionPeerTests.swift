import EndpointKit
import Foundation
import TestSupport
import Testing

/// Tests against a server that supports every version, started by `.ci/http-versions`.
@Suite(.enabled(if: HTTPVersionPeer.shared != nil, ".ci/http-versions starts its server")) struct HTTPVersionPeerTests {
    let transport = CurlTransport()
    let peer: HTTPVersionPeer

    init() throws { peer = try #require(HTTPVersionPeer.shared) }

    private func context(_ version: HTTPVersionPolicy) -> TransferContext {
        var context = TransferContext(wantsMetrics: true)
        context.connection.httpVersion = version
        context.connection.tls.certificateAuthorities = peer.authority
        return context
    }

    private func request(_ url: URL, _ method: HTTPMethod = .get, body: Data? = nil) throws -> HTTPRequest {
        let origin = try #require(Origin(scheme: url.scheme == "https" ? .https : .http, host: "127.0.0.1", port: url.port))
        let body = body.map { HTTPBodyEntity(contentType: nil, content: .data($0)) }
        return HTTPRequest(method: method, origin: origin, body: body, timeout: .seconds(600))
    }

    /// The policy, the server and the resulting version.
    private static let cases: [(HTTPVersionPolicy, HTTPVersionPeer.Place, TransferMetrics.HTTPVersion)] = [
        (.automatic, .plain, .http11), (.http1, .plain, .http11), (.http2, .plain, .http2), (.automatic, .tls, .http2),
        (.http1, .tls, .http11), (.http2, .tls, .http2), (.http3, .quic, .http3),
    ]

    @Test(arguments: cases) func `HTTPVersionPolicy: server and metrics agree on the version, whatever is sent`(
        policy: HTTPVersionPolicy, place: HTTPVersionPeer.Place, version: TransferMetrics.HTTPVersion
    ) async throws {
        if policy == .http3, try await lacksHTTP3() { return }
        for (method, body): (HTTPMethod, Data?) in [(.get, nil), (.post, Data(repeating: 65, count: 300_000)), (.put, Data("abc".utf8))] {
            let response = try await transport.send(request(try peer.url(place), method, body: body), in: context(policy))
            #expect(response.headers["x-protocol"].map { "HTTP/\($0)" } == version.rawValue)
            #expect(response.headers["x-length"] == "\(body?.count ?? 0)")
            #expect(response.body.count == 1 << 20)
            #expect(response.metrics?.httpVersion == version)
        }
        var upload = try request(try peer.url(place), .put)
        let parts = AsyncStream<Data> { continuation in
            for _ in 0..<3 { continuation.yield(Data(repeating: 65, count: 50_000)) }
            continuation.finish()
        }
        upload.body = StreamBody.stream(parts).entity()
        let uploaded = try await transport.send(upload, in: context(policy))
        #expect(uploaded.headers["x-length"] == "150000")
        #expect(uploaded.metrics?.httpVersion == version)
        let stream = try await transport.stream(request(try peer.url(place)), in: context(policy))
        #expect(stream.metrics?.httpVersion == version)
        #expect(try await stream.body.collected(limit: 2 << 20).count == 1 << 20)
    }

    @Test func `HTTPVersionPolicy: concurrent calls with different policies each use their own version`() async throws {
        let lacksHTTP3 = try await lacksHTTP3()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (policy, place, version) in Self.cases where policy != .http3 || !lacksHTTP3 {
                let request = try request(try peer.url(place))
                let context = context(policy)
                for _ in 0..<20 {
                    group.addTask {
                        let response = try await transport.send(request, in: context)
                        #expect(response.metrics?.httpVersion == version)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: [HTTPVersionPolicy.automatic, .http1, .http2])
    func `HTTPVersionPolicy: a redirect to TLS keeps the policy, and a redirect from TLS to plain HTTP is rejected`(
        policy: HTTPVersionPolicy
    ) async throws {
        func client(_ url: URL) -> APIClient {
            var configuration = APIConfiguration(baseURL: url)
            configuration.policies.connection.httpVersion = policy
            configuration.policies.connection.tls.certificateAuthorities = peer.authority
            return APIClient(configuration: configuration, transport: transport)
        }
        let (plain, tls) = (try peer.url(.plain), try peer.url(.tls))
        let up = try await client(plain).data(.get("", query: ["to": tls.absoluteString + "/"])).response
        #expect(up.metrics?.httpVersion == (policy == .http1 ? .http11 : .http2))
        #expect(up.redirects.count == 1)
        let down = await failure {
            try await client(tls).data(.get("", query: ["to": plain.absoluteString + "/"])).value
        }
        #expect(down?.code == .redirect)
    }

    /// Whether the library lacks HTTP/3, which is a failure if the script says that it is supported.
    private func lacksHTTP3() async throws -> Bool {
        let error = await failure { try await transport.send(request(try peer.url(.quic)), in: context(.http3)) }
        guard let error else { return false }
        #expect(error.code == .configuration && !peer.expectsHTTP3, "\(error)")
        print("HTTP/3 isn't tried: \(error.message)")
        return true
    }
}

struct HTTPVersionPeer: Sendable {
    enum Place: String, Sendable, CaseIterable {
        case plain = "HTTP_VERSIONS_PLAIN"
        case tls = "HTTP_VERSIONS_TLS"
        case quic = "HTTP_VERSIONS_QUIC"
    }

    private let urls: [Place: URL]
    let authority: URL
    /// Whether a libcurl without HTTP/3 is a failure.
    let expectsHTTP3: Bool

    /// nil if the script hasn't started it.
    static let shared = HTTPVersionPeer(ProcessInfo.processInfo.environment)

    private init?(_ environment: [String: String]) {
        guard let authority = environment["HTTP_VERSIONS_AUTHORITY"] else { return nil }
        self.authority = URL(filePath: authority)
        urls = Place.allCases.reduce(into: [:]) { $0[$1] = environment[$1.rawValue].flatMap { URL(string: $0) } }
        expectsHTTP3 = environment["HTTP_VERSIONS_EXPECTS_HTTP3"] != nil
    }

    func url(_ place: Place) throws -> URL { try #require(urls[place]) }
}
