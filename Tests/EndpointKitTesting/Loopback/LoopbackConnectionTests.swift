import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct LoopbackConnectionTests {
    @Test func `LoopbackConnection: the server may speak first, and closes when its closure returns`() async throws {
        let server = try LoopbackServer(raw: { connection in try connection.write("hello") })
        let client = try #require(WireClient(server))
        #expect(await client.readToEnd() == ("hello", .orderly))
        await eventually { server.openCount == 0 }
    }

    @Test func `LoopbackConnection: a closure that throws closes its connection, and no other`() async throws {
        struct Broken: Error {}
        let server = try LoopbackServer(raw: { connection in
            guard connection.read() == [65] else { throw Broken() }
            try connection.write("B")
        })
        let (broken, sound) = (try #require(WireClient(server)), try #require(WireClient(server)))
        broken.send("x")
        #expect(await broken.readToEnd() == ("", .orderly))
        sound.send("A")
        #expect(await sound.readToEnd() == ("B", .orderly))
    }

    @Test func `LoopbackConnection: bytes after a request can be read`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(connection.read())
        })
        let client = try #require(WireClient(server))
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nmore")
        #expect(await client.readToEnd().text == "more")
    }

    @Test func `LoopbackConnection: a reset is reported, and the connection is unusable after it`() async throws {
        let (bytes, failure) = (Recorder<[UInt8]>(), Recorder<Bool>())
        let server = try LoopbackServer(raw: { connection in
            _ = connection.read()
            connection.reset()
            bytes.record(connection.read())
            failure.record((try? connection.write("x")) == nil)
        })
        let client = try #require(WireClient(server))
        client.send("A")
        #expect(await client.readToEnd() == ("", .reset))
        await eventually { server.openCount == 0 }
        #expect(bytes.values == [[]])
        #expect(failure.values == [true])
    }

    @Test func `LoopbackConnection: writing to a peer that has closed throws, and the process survives`() async throws {
        let isOver = Signal()
        let server = try LoopbackServer(raw: { connection in
            connection.waitForClose()
            while (try? connection.write("x")) != nil {}
            isOver.give()
        })
        do { _ = try #require(WireClient(server)) }
        await isOver.wait()
    }

    @Test func `LoopbackConnection: waiting for the close discards what still arrives`() async throws {
        let isClosed = Signal()
        let server = try LoopbackServer(raw: { connection in
            try connection.write("A")
            connection.waitForClose()
            isClosed.give()
        })
        do {
            let client = try #require(WireClient(server))
            #expect(await client.read(through: "A") == "A")
            await client.send(megabytes: 16)
            #expect(server.openCount == 1)
        }
        await isClosed.wait()
    }

    @Test func `LoopbackConnection: onClose discards what still arrives, and reports the close once`() async throws {
        let (isReturned, isClosed, closes) = (Signal(), Signal(), Recorder<Void>())
        let server = try LoopbackServer(raw: { connection in
            defer { isReturned.give() }
            _ = try connection.readRequest()
            try connection.write("A")
            connection.onClose {
                closes.record(())
                isClosed.give()
            }
        })
        do {
            let client = try #require(WireClient(server))
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nmore")
            #expect(await client.read(through: "A") == "A")
            await isReturned.wait()
            await client.send(megabytes: 16)
            #expect(server.openCount == 1)
            #expect(closes.count == 0)
        }
        await isClosed.wait()
        await eventually { server.openCount == 0 }
        #expect(closes.count == 1)
    }

    @Test(arguments: ["throws", "resets", "is stopped", "is dropped"])
    func `LoopbackConnection: onClose is called for any kind of end`(_ how: String) async throws {
        struct Broken: Error {}
        let (isReady, isClosed) = (Signal(), Signal())
        var server: LoopbackServer? = try LoopbackServer(raw: { connection in
            connection.onClose { isClosed.give() }
            isReady.give()
            if how == "throws" { throw Broken() }
            if how == "resets" { connection.reset() }
        })
        let client = try #require(server.flatMap { WireClient($0) })
        await isReady.wait()
        if how == "is stopped" { server?.stop() }
        if how == "is dropped" { server = nil }
        await isClosed.wait()
        #expect(await client.readToEnd() == ("", how == "resets" ? .reset : .orderly))
        withExtendedLifetime(server) {}
    }
}
