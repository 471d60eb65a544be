import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct TLSPolicyTests {
    @Test(arguments: [
        "https://example.com", "example.com:443", "exa mple.com", "", "*/*", "[::1", "[::1]:443", "127.0.0.256", "::1%eth0", "example.com/",
    ])
    func `TLSPolicy: a pin for an invalid host is an error that names it, and nothing is sent`(entry: String) async throws {
        let server = try LoopbackServer(raw: { $0.waitForClose() })
        let origin = try #require(Origin(scheme: .https, host: "127.0.0.1", port: server.port))
        var context = TransferContext()
        context.connection.tls.pinnedKeys = ["example.com": ["AAA="], entry: ["AAA="]]
        let sent = await failure { [context] in try await CurlTransport().send(HTTPRequest(origin: origin), in: context) }
        #expect(sent?.code == .configuration)
        #expect(sent?.message.contains("\"\(entry)\"") == true, "\(sent?.message ?? "no error")")
        let streamed = await failure { [context] in try await CurlTransport().stream(HTTPRequest(origin: origin), in: context).status }
        #expect(streamed?.code == .configuration)
        #expect(server.acceptedCount == 0)
    }

    @Test func `TLSPolicy: it doesn't apply to http`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        var context = TransferContext()
        context.connection.tls.pinnedKeys = ["https://example.com": ["AAA="]]
        #expect(try await CurlTransport().send(.get(server), in: context).status == 200)
    }

    @Test func `TLSPolicy: a password in an invalid host isn't shown`() async throws {
        let origin = try #require(Origin(scheme: .https, host: "example.com"))
        var context = TransferContext()
        context.connection.tls.pinnedKeys = ["https://me:hunter2@example.com": ["AAA="]]
        let error = await failure { [context] in try await CurlTransport().send(HTTPRequest(origin: origin), in: context) }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("hunter2") == false)
    }
}
