import EndpointKit
import Foundation
import TestSupport
import Testing

/// HTTP/2 with a server that limits the streams and requests on a connection, and that may send large heads.
@Suite(.enabled(if: SystemProgram.isInstalled("nginx") && SystemProgram.isInstalled("openssl"), "nginx isn't installed"))
struct HTTPVersionNginxTests {
    private let certificates: Certificates
    private let nginx: Nginx
    private let transport = CurlTransport(engines: 1)

    init() async throws {
        certificates = try await Certificates.shared
        let fields = (0..<18).map { "add_header X-Large-\($0) \(String(repeating: "a", count: 900));" }.joined(separator: " ")
        nginx = try await Nginx(
            certificates,
            locations: "location /large { \(fields) return 200 hello; } location /small { client_max_body_size 1k; return 200 hello; }")
    }

    private func request(_ path: Path, _ method: HTTPMethod = .get, size: Int = 0) throws -> HTTPRequest {
        let body = size > 0 ? HTTPBodyEntity(contentType: nil, content: .data(Data(count: size))) : nil
        let origin = try #require(Origin(scheme: .https, host: "localhost"))
        return HTTPRequest(method: method, origin: origin, path: path, body: body, timeout: .seconds(600))
    }

    private func context(over socket: String) -> TransferContext {
        var context = TransferContext()
        context.connection.tls.certificateAuthorities = certificates.authority.url
        context.connection.unixSocket = socket
        return context
    }

    /// The statuses and messages of requests, at most 64 of which are in flight, and the number of connections that they used.
    private func outcomes(
        of count: Int, _ request: HTTPRequest, over socket: String, inFlight: Int = 64
    ) async -> (texts: [String: Int], connections: Int) {
        let context = context(over: socket)
        let outcome = { @Sendable in
            do {
                let response = try await transport.send(request, in: context)
                return ("\(response.status.rawValue)", response.headers["X-Connection"])
            } catch {
                return ("\(error)", nil)
            }
        }
        return await withTaskGroup(of: (String, String?).self) { group in
            var texts: [String: Int] = [:]
            var connections: Set<String> = []
            for _ in 0..<min(count, inFlight) { group.addTask { await outcome() } }
            var started = min(count, inFlight)
            while let (text, connection) = await group.next() {
                texts[text, default: 0] += 1
                if let connection { connections.insert(connection) }
                if started < count { group.addTask { await outcome() } }
                started += 1
            }
            return (texts, connections.count)
        }
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `nginx: responses with a head of more than 16 KB arrive without delay`(method: HTTPMethod) async throws {
        var request = try request("large", method, size: method == .post ? 5 : 0)
        // libcurl 7.88.1 used to need ten seconds for each request.
        request.timeout = .seconds(8)
        for _ in 0..<10 {
            let response = try await transport.send(request, in: context(over: nginx.socket))
            #expect(response.body == Data("hello".utf8) && response.headers["X-Large-17"]?.count == 900)
        }
    }

    // libcurl 7.88.1 loses most of these responses over HTTP/2.
    @Test func `nginx: an upload that is too large is answered with 413, whatever the version of libcurl`() async throws {
        let request = try request("small", .post, size: 1_000_000)
        for _ in 0..<20 { #expect(try await transport.send(request, in: context(over: nginx.socket)).status == 413) }
    }

    // nginx allows 128 streams on a connection.
    @Test(arguments: [130, 250, 400])
    func `nginx: concurrent requests use few connections`(count: Int) async throws {
        let (texts, connections) = await outcomes(of: count, try request("x"), over: nginx.socket, inFlight: count)
        #expect(texts == ["200": count])
        #expect(connections <= 8, "\(connections) connections")
    }

    @Test func `nginx: no request fails because its connection has reached its request limit`() async throws {
        let few = try await Nginx(certificates, requests: 20)
        let (texts, _) = await outcomes(of: 600, try request("x", .post, size: 5), over: few.socket)
        #expect(texts == ["200": 600])
    }

    // libcurl loses some of these responses if they arrive together with the end of their connection. Then it isn't known whether the requests
    // were read.
    @Test func `nginx: an early 413 on a connection that has reached its request limit is delivered, or is a lost connection`() async throws
    {
        let few = try await Nginx(certificates, requests: 20, locations: "location /small { client_max_body_size 10; return 200 read; }")
        let (texts, _) = await outcomes(of: 60, try request("small", .post, size: 100_000), over: few.socket)
        #expect(texts.keys.allSatisfy { $0 == "413" || $0.hasPrefix("connection: ") }, "\(texts)")
        #expect(texts.values.reduce(0, +) == 60)
    }
}
