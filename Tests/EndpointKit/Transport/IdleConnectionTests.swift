import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Connections beside those in use: who holds them open, and for how long.
@Suite struct IdleConnectionTests {
    let transport = CurlTransport()

    @Test func `a child process that is started meanwhile doesn't hold a cancelled connection open`() async throws {
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
        let child = try await ChildProcess.start(SystemProgram.path(of: "sleep") ?? "/bin/sleep", ["3600"])
        defer { child.kill() }
        task.cancel()
        await closed.wait()
    }

    /// Answers, and ends its side of the connection when it may; tells when the client has ended the other.
    private func closingServer(count: Int, mayEnd: BlockingSignal, ended: Signal) throws -> LoopbackServer {
        let (arrivals, isFull) = (Counter(), BlockingSignal())
        return try LoopbackServer(raw: { connection in
            guard try connection.readRequest() != nil else { return }
            if arrivals.next() == count { for _ in 0..<count { isFull.give() } }
            isFull.wait()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            mayEnd.wait()
            connection.endWriting()
            connection.waitForClose()
            ended.give()
        })
    }

    private func fill(_ server: LoopbackServer, count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { _ = try await transport.send(.get(server)) } }
            try await group.waitForAll()
        }
    }

    @Test func `connections that the server has closed are closed here too, while nothing is called`() async throws {
        let (mayEnd, ended) = (BlockingSignal(), Signal())
        let server = try closingServer(count: 20, mayEnd: mayEnd, ended: ended)
        try await fill(server, count: 20)
        #expect(server.acceptedCount == 20)
        for _ in 0..<20 { mayEnd.give() }
        for _ in 0..<20 { await ended.wait() }
    }

    @Test func `they are closed while a stream goes on, and the stream isn't`() async throws {
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

    @Test func `a connection that the server keeps open is kept`() async throws {
        let (mayEnd, ended) = (BlockingSignal(), Signal())
        let kept = try LoopbackServer { _ in HTTPResponse() }
        _ = try await transport.send(.get(kept))
        let server = try closingServer(count: 3, mayEnd: mayEnd, ended: ended)
        try await fill(server, count: 3)
        for _ in 0..<3 { mayEnd.give() }
        for _ in 0..<3 { await ended.wait() }
        _ = try await transport.send(.get(kept))
        #expect(kept.acceptedCount == 1)
    }
}
