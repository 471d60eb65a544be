import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// How a server and its connections end.
@Suite struct LoopbackServerTests {
    @Test func `LoopbackServer: stopping closes idle connections`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data("hello".utf8)) }
        let (used, unused) = (try #require(WireClient(server)), try #require(WireClient(server)))
        used.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = await used.read(through: "hello")
        await eventually { server.openCount == 2 }
        server.stop()
        #expect(await used.readToEnd() == ("", .orderly))
        #expect(await unused.readToEnd() == ("", .orderly))
        await eventually { server.openCount == 0 }
        // A second call has no effect.
        server.stop()
        #expect(server.acceptedCount == 2)
    }

    @Test func `LoopbackServer: stopping closes a connection that is being answered`() async throws {
        let (isAsked, mayResume) = (Signal(), BlockingSignal())
        let server = try LoopbackServer { _ in
            isAsked.give()
            mayResume.wait()
            return HTTPResponse()
        }
        let client = try #require(WireClient(server))
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await isAsked.wait()
        server.stop()
        #expect(await client.readToEnd().text == "")
        mayResume.give()
        await eventually { server.openCount == 0 }
    }

    @Test func `LoopbackServer: a released server stops, and releases its handler`() async throws {
        final class Owner: Sendable {
            let isGone = Signal()
            deinit { isGone.give() }
        }
        let isGone: Signal
        let client: WireClient
        do {
            let owner = Owner()
            isGone = owner.isGone
            let server = try LoopbackServer { _ in withExtendedLifetime(owner) { HTTPResponse(body: Data("hello".utf8)) } }
            client = try #require(WireClient(server))
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = await client.read(through: "hello")
        }
        #expect(await client.readToEnd() == ("", .orderly))
        await isGone.wait()
    }

    @Test func `LoopbackServer: a port in use is an error that names it`() throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        let failure = #expect(throws: SocketFailure.self) { try LoopbackServer(port: UInt16(server.port)) { _ in HTTPResponse() } }
        #expect(failure?.description == "Could not listen on port \(server.port): Address already in use")
    }

    @Test func `LoopbackServer: the port of a stopped server can be used again`() async throws {
        let first = try LoopbackServer { _ in HTTPResponse() }
        let port = UInt16(first.port)
        first.stop()
        // Another process may use the port in between.
        await eventually { (try? LoopbackServer(port: port) { _ in HTTPResponse() }) != nil }
        #expect(first.acceptedCount == 0)
    }
}
