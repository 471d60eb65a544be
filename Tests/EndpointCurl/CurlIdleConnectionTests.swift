import EndpointKit
import EndpointKitTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// Idle connections: how long they stay open.
@Suite struct CurlIdleConnectionTests {
    let transport = CurlTransport()
    /// Unrequested bytes on a connection after its request.
    private let strayBytes = Recorder<[UInt8]>()

    // The descriptors themselves are checked, because the tests' ChildProcess closes all of them in a child, but a program may not.
    @Test func `CurlTransport: a child process started during a call doesn't hold the cancelled connection open`() async throws {
        let received = Signal()
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            received.give()
            connection.waitForClose()
            closed.give()
        })
        let task = Task { try await transport.send(.get(server)) }
        await received.wait()
        let sockets = descriptors(connectedTo: server.port)
        #expect(sockets.count == 1)
        for socket in sockets { #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0, "a child process inherits the connection's socket") }
        task.cancel()
        await closed.wait()
    }

    @Test(arguments: [
        (1 << 20, 1, 256), (1024, 1, 256), (100, 1, 25), (40, 1, 10), (3, 1, 1), (0, 1, 1), (1024, 2, 128), (1024, 4, 64), (40, 4, 2),
        (40, 64, 1), (1 << 20, 64, 256),
    ])
    func `CurlTransport: if descriptors are scarce, the idle connections of all engines leave most to the program`(
        descriptors: Int, engines: Int, kept: Int
    ) {
        #expect(CurlTransport.mostIdleConnections(ofDescriptors: descriptors, engines: engines) == kept)
    }

    /// The descriptors of this process whose peer is a port of 127.0.0.1.
    private func descriptors(connectedTo port: Int) -> [Int32] {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return open.compactMap { Int32($0) }.filter { descriptor in
            var peer = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isConnected = withUnsafeMutablePointer(to: &peer) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) == 0 }
            }
            return isConnected && peer.sin_family == sa_family_t(AF_INET) && Int(UInt16(bigEndian: peer.sin_port)) == port
                && peer.sin_addr.s_addr == UInt32(0x7F00_0001).bigEndian
        }
    }

    /// Answers, ends its side of the connection when allowed, and signals when the client has ended the other side.
    private func closingServer(count: Int, mayEnd: BlockingSignal, ended: Signal) throws -> LoopbackServer {
        let (arrivals, isFull) = (Counter(), BlockingSignal())
        return try LoopbackServer(raw: { [strayBytes] connection in
            guard try connection.readRequest() != nil else { return }
            if arrivals.next() == count { for _ in 0..<count { isFull.give() } }
            isFull.wait()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            mayEnd.wait()
            connection.endWriting()
            while true {
                let bytes = connection.read()
                if bytes.isEmpty { break }
                strayBytes.record(bytes)
            }
            ended.give()
        })
    }

    private func fill(_ server: LoopbackServer, count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { _ = try await transport.send(.get(server)) } }
            try await group.waitForAll()
        }
    }

    @Test func `CurlTransport: connections closed by the server are closed here too, even without calls`() async throws {
        let (mayEnd, ended) = (BlockingSignal(), Signal())
        let server = try closingServer(count: 20, mayEnd: mayEnd, ended: ended)
        try await fill(server, count: 20)
        for _ in 0..<20 { mayEnd.give() }
        for _ in 0..<20 { await ended.wait() }
        #expect(server.acceptedCount == 20)
        #expect(strayBytes.values.isEmpty)
    }

    @Test func `CurlTransport: closed connections are closed while a stream continues undisturbed`() async throws {
        let (mayEnd, ended, mayFinish) = (BlockingSignal(), Signal(), BlockingSignal())
        let streaming = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
            mayFinish.wait()
            try connection.write("def")
        })
        let server = try closingServer(count: 5, mayEnd: mayEnd, ended: ended)
        var body = try await transport.stream(.get(streaming)).body.makeAsyncIterator()
        #expect(try await body.next() == Data("abc".utf8))
        try await fill(server, count: 5)
        for _ in 0..<5 { mayEnd.give() }
        for _ in 0..<5 { await ended.wait() }
        mayFinish.give()
        #expect(try await body.next() == Data("def".utf8))
        #expect(try await body.next() == nil)
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `CurlTransport: bytes on an idle connection aren't taken for a response`(method: HTTPMethod) async throws {
        let (maySpeak, spoken, connections) = (BlockingSignal(), Signal(), Counter())
        let server = try LoopbackServer(raw: { connection in
            let isFirst = connections.next() == 1
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmine")
                guard isFirst else { continue }
                maySpeak.wait()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL")
                spoken.give()
            }
        })
        _ = try await transport.send(.get(server))
        maySpeak.give()
        await spoken.wait()
        var request = HTTPRequest.get(server, "/mine")
        request.method = method
        if method == .post { request.body = HTTPBodyEntity(contentType: nil, content: .data(Data("order".utf8))) }
        #expect(try await transport.send(request).body == Data("mine".utf8))
        #expect(connections.count == 2)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked", 1), ("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 3", 1),
        ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked", 2),
        ("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked", 2),
    ])
    func `CurlTransport: a connection isn't reused after a response with an ambiguous end`(
        head: String, connections: Int
    ) async throws {
        let server = try LoopbackServer(raw: { connection in
            while try connection.readRequest() != nil {
                try connection.write("\(head)\r\n\r\n" + (head.contains("chunked") ? "3\r\nabc\r\n0\r\n\r\n" : "abc"))
            }
        })
        for _ in 0..<2 { #expect(try await transport.send(.get(server)).body == Data("abc".utf8)) }
        #expect(server.acceptedCount == connections)
    }

    @Test func `CurlTransport: a connection that the server keeps open is kept`() async throws {
        let (mayEnd, ended) = (BlockingSignal(), Signal())
        let seen = Counter()
        let kept = try LoopbackServer { _ in
            seen.next()
            return HTTPResponse()
        }
        _ = try await transport.send(.get(kept))
        let server = try closingServer(count: 3, mayEnd: mayEnd, ended: ended)
        try await fill(server, count: 3)
        for _ in 0..<3 { mayEnd.give() }
        for _ in 0..<3 { await ended.wait() }
        _ = try await transport.send(.get(kept))
        #expect(kept.acceptedCount == 1)
        #expect(seen.count == 2)
        #expect(strayBytes.values.isEmpty)
    }

    @Test(.enabled(if: FakeCurl.isPossible))
    func `CurlTransport: if the library rejects an option of the sweep, nothing is closed and nothing is sent`() async {
        await #expect(processExitsWith: .success) {
            let targets = Recorder<String>()
            let proxy = try LoopbackServer { request in
                targets.record(request.urlText)
                return HTTPResponse()
            }
            setenv("http_proxy", proxy.url.absoluteString, 1)
            // 10004 is PROXY. The sweep would find an idle connection to the proxy that the environment names.
            let transport = try await FakeCurl.transport(refusing: [10004])
            let origin = try #require(Origin(scheme: .http, host: "api.example.com"))
            try #require(try await transport.send(HTTPRequest(origin: origin)).status == 200)
            // The transport doesn't recognize this host as loopback, so it doesn't turn off the proxy for it.
            let closed = Signal()
            let closing = try LoopbackServer(raw: { connection in
                guard try connection.readRequest() != nil else { return }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                closed.give()
            })
            setenv("no_proxy", "0.0.0.0", 1)
            let other = try #require(Origin(scheme: .http, host: "0.0.0.0", port: closing.port))
            try #require(try await transport.send(HTTPRequest(origin: other)).status == 200)
            await closed.wait()
            // Longer than a sweep takes to begin.
            let silent = try LoopbackServer(raw: { $0.onClose() })
            let silentOrigin = try #require(Origin(scheme: .http, host: "0.0.0.0", port: silent.port))
            let request = HTTPRequest(origin: silentOrigin, timeout: .seconds(2))
            try #require(await failure { try await transport.send(request) }?.code == .timeout)
            try #require(targets.count == 1)
        }
    }
}
