import EndpointKit
import Foundation
import TestSupport
import Testing

/// HTTP/2 streams that a server ends in a way that makes libcurl send the request again over HTTP/1.1.
@Suite(.enabled(if: SystemProgram.isInstalled("openssl"), "openssl isn't installed")) struct TLSPolicyScriptedTests {
    private let certificates: Certificates

    init() async throws { certificates = try await Certificates.shared }

    private func context(_ version: HTTPVersionPolicy) -> TransferContext {
        var context = TransferContext(wantsMetrics: true)
        context.connection.tls.certificateAuthorities = certificates.authority.url
        context.connection.httpVersion = version
        return context
    }

    @Test func `TLSPolicy: a stream reset after its head because HTTP/1.1 is required is an error, and isn't sent again`() async throws {
        let server = try await ScriptedTLSServer(certificates)
        var context = TransferContext()
        context.connection.tls.certificateAuthorities = certificates.authority.url
        let request = HTTPRequest(origin: server.origin, timeout: .seconds(600))
        let transport = CurlTransport()
        let call = Task { [context] in try await transport.stream(request, in: context) }
        try await server.answerFirstRequest()
        let stream = try await call.value
        #expect(stream.status == .ok)
        // RST_STREAM of stream 1 with HTTP_1_1_REQUIRED (RFC 9113, sections 6.4 and 7).
        try server.write([0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0xD])
        let error = await failure { try await stream.body.collected(limit: 100) }
        #expect(reason(of: error) == .disconnected)
        #expect(error?.message.contains("the connection was lost inside the response") == true)
        let output = await server.outputAtEnd()
        #expect(output.components(separatedBy: "PRI * HTTP/2.0").count == 2)
        #expect(!output.contains("GET /"))
    }

    /// The first of the offered protocols that a server knows is chosen.
    private static let offers: [(HTTPVersionPolicy, String, String)] = [
        (.automatic, "h2,http/1.1", "h2, http/1.1"), (.automatic, "http/1.1", "h2, http/1.1"), (.http1, "h2,http/1.1", "http/1.1"),
        (.http1, "http/1.1", "http/1.1"),
    ]

    @Test(arguments: offers) func `TLSPolicy: the policy determines what is offered`(
        version: HTTPVersionPolicy, known: String, offered: String
    ) async throws {
        let server = try await ScriptedTLSServer(certificates, speaking: known)
        let context = context(version)
        let request = HTTPRequest(origin: server.origin, timeout: .seconds(600))
        let transport = CurlTransport()
        let call = Task { try await transport.stream(request, in: context) }
        // The line shows either the client's offer, or that no protocol was chosen.
        let line = try await server.wait(for: "ALPN")
        try #require(line == "ALPN protocols advertised by the client: \(offered)")
        if version == .automatic, known.hasPrefix("h2") {
            try await server.answerFirstRequest()
        } else {
            try await server.wait(for: "GET / HTTP/1.1")
            try server.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
        }
        let stream = try await call.value
        #expect(stream.metrics?.httpVersion == (version == .automatic && known.hasPrefix("h2") ? .http2 : .http11))
    }

    @Test(arguments: ["http/1.1", nil]) func `TLSPolicy: a server that doesn't choose HTTP/2 gets no request, if the policy requires it`(
        known: String?
    ) async throws {
        let server = try await ScriptedTLSServer(certificates, speaking: known)
        let context = context(.http2)
        var request = HTTPRequest(origin: server.origin, timeout: .seconds(600))
        let transport = CurlTransport()
        for method: HTTPMethod in [.get, .post] {
            request.method = method
            let error = await failure { [request] in try await transport.send(request, in: context) }
            #expect(error?.code == .configuration)
            #expect(error?.message.contains("did not choose HTTP/2") == true, "\(error?.message ?? "")")
        }
        let output = await server.outputAtEnd()
        #expect(!output.contains("GET /") && !output.contains("POST /") && !output.contains("PRI *"))
    }

    @Test(arguments: ["Transfer-Encoding: chunked\r\n", "Content-Length: 100\r\n"])
    func `TLSPolicy: a body that ends with its connection but without TLS's end is truncated`(framing: String) async throws {
        let server = try await ScriptedTLSServer(certificates, speaking: "http/1.1")
        var context = TransferContext()
        context.connection.tls.certificateAuthorities = certificates.authority.url
        let request = HTTPRequest(origin: server.origin, timeout: .seconds(600))
        let transport = CurlTransport()
        let call = Task { [context] in try await transport.stream(request, in: context) }
        try await server.wait(for: "GET / HTTP/1.1")
        try server.write(Array("HTTP/1.1 200 OK\r\n\(framing)\r\n4\r\nhalf\r\n".utf8))
        var body = try await call.value.body.makeAsyncIterator()
        #expect(try await body.next() != nil)
        server.kill()
        let error = await failure { while try await body.next() != nil {} }
        #expect(error?.code == .connection)
    }
}

/// `openssl s_server`, which prints received bytes and sends the bytes that a test writes.
private final class ScriptedTLSServer: Sendable {
    struct Failure: Error {}

    let origin: Origin
    private let process: ChildProcess
    private let input: FileHandle
    private let folder: Folder

    init(_ certificates: Certificates, speaking protocols: String? = "h2,http/1.1") async throws {
        folder = try Folder()
        let pipe = folder.file("input").path
        guard let openssl = SystemProgram.path(of: "openssl"), let shell = SystemProgram.path(of: "sh"), mkfifo(pipe, 0o600) == 0 else {
            throw Failure()
        }
        // Opened in both directions, because opening one end would wait for the other.
        let descriptor = open(pipe, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure() }
        input = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        process = try await ChildProcess.start(
            shell,
            [
                "-c", #"exec "$@" < "$0""#, pipe, openssl, "s_server", "-accept", "127.0.0.1:0", "-cert",
                certificates.server.certificate.path, "-key", certificates.server.key.path,
            ] + (protocols.map { ["-alpn", $0] } ?? []))
        guard let origin = await process.acceptingOrigin() else { throw Failure() }
        self.origin = origin
    }

    func write(_ bytes: [UInt8]) throws { try input.write(contentsOf: bytes) }

    /// Answers with status 200, and leaves the body open.
    func answerFirstRequest() async throws {
        // An HTTP/1.1 request also contains `HTTP/`.
        guard try await wait(for: "HTTP/").contains("PRI * HTTP/2.0") else { throw Failure() }
        // SETTINGS, and the acknowledgement of the client's SETTINGS.
        try write([0, 0, 0, 4, 0, 0, 0, 0, 0])
        try write([0, 0, 0, 4, 1, 0, 0, 0, 0])
        // PING: the answer is a separate line, and arrives after the request.
        try write([0, 0, 8, 6, 0, 0, 0, 0, 0] + Array("\nPINGED\n".utf8))
        try await wait(for: "PINGED")
        // HEADERS of stream 1 with END_HEADERS: the eighth field of the static table is ":status: 200" (RFC 7541, appendix A).
        try write([0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88])
    }

    /// The first line that contains the text.
    @discardableResult func wait(for text: String) async throws -> String {
        while let line = await process.nextLine() {
            if line.contains(text) { return line }
        }
        throw Failure()
    }

    /// Ends its connections without a TLS alert.
    func kill() { process.kill() }

    func outputAtEnd() async -> String {
        process.kill()
        return await process.result.outputText
    }
}
