import EndpointConformance
import EndpointKit
import EndpointKitTesting
import EndpointHTTP
@testable import EndpointCurl
import TestSupport
import Testing

/// Transfers of one transport on several engines.
@Suite struct EnginePoolTests {
    /// Holds requests, each on its own connection, and later answers each with its path.
    private struct HoldingServer {
        let loopback: LoopbackServer
        private let received = Signal()
        private let held = Recorder<Held>()

        private struct Held: Sendable {
            let path: String
            let connection: LoopbackConnection
        }

        init() throws {
            let (received, held) = (received, held)
            loopback = try LoopbackServer(raw: { connection in
                guard let request = try connection.readRequest() else { return }
                connection.onClose()
                held.record(Held(path: "\(request.path)", connection: connection))
                received.give()
            })
        }

        /// Starts requests one after the other, each with its own path, until a given number is held.
        func begin(
            _ paths: Range<Int>, over transport: CurlTransport, in context: TransferContext = .standard
        ) async -> [Task<String, any Error>] {
            var tasks: [Task<String, any Error>] = []
            for path in paths {
                let request = HTTPRequest.get(loopback, "/\(path)")
                tasks.append(Task { String(decoding: try await transport.send(request, in: context).body, as: UTF8.self) })
                await received.wait()
            }
            return tasks
        }

        func answer() throws {
            for held in held.values {
                try held.connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(held.path.utf8.count)\r\n\r\n\(held.path)")
            }
        }
    }

    @Test(arguments: [(4, 100, 3), (2, 150, 2), (1, 100, 1), (0, 50, 1), (4, 48, 1), (4, 49, 2)])
    func `EnginePool: another engine starts when each has a few dozen transfers, and each request gets its own response`(
        limit: Int, inFlight: Int, engines: Int
    ) async throws {
        let server = try HoldingServer()
        let transport = CurlTransport(engines: limit, idleLimit: .zero)
        let tasks = await server.begin(0..<inFlight, over: transport)
        #expect(transport.engineCount == engines)
        try server.answer()
        for (path, task) in tasks.enumerated() { #expect(try await task.value == "/\(path)") }
        // The engines' idle limit is zero.
        await eventually { transport.engineCount == 0 && server.loopback.openCount == 0 }
        let next = try LoopbackServer { _ in HTTPResponse(status: 204) }
        #expect(try await transport.send(.get(next)).status == 204)
    }

    @Test func `EnginePool: transfers that begin at the same time fill one engine after the other`() async throws {
        let pool = EnginePool(EngineGroup(limit: 2, idleLimit: .zero))
        let request = HTTPRequest(origin: try #require(Origin(scheme: .http, host: "127.0.0.1", port: 9)))
        var counts: [ObjectIdentifier: Int] = [:]
        var engines: [CurlEngine] = []
        for number in 1...130 {
            let engine = pool.engine(for: request, in: .standard, isStream: false)
            counts[ObjectIdentifier(engine), default: 0] += 1
            if !engines.contains(where: { $0 === engine }) { engines.append(engine) }
            if number == 64 { #expect(engines.map(\.transferCount) == [48, 16]) }
        }
        // When both engines are full, they take turns, and no third engine starts.
        #expect(engines.map(\.transferCount) == [65, 65])
    }

    @Test func `EnginePool: one call at a time uses one engine and one connection`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        let transport = CurlTransport(engines: 4)
        for _ in 0..<200 { _ = try await transport.send(.get(server)) }
        #expect(transport.engineCount == 1)
        #expect(server.acceptedCount == 1)
    }

    @Test func `EnginePool: an additional engine ends when it is idle, while the first one continues`() async throws {
        let (server, other) = (try HoldingServer(), try HoldingServer())
        let transport = CurlTransport(engines: 4, idleLimit: .zero)
        let first = await server.begin(0..<1, over: transport)
        let burst = await other.begin(0..<100, over: transport)
        #expect(transport.engineCount == 3)
        try other.answer()
        for task in burst { _ = try await task.value }
        await eventually { transport.engineCount == 1 }
        try server.answer()
        #expect(try await first[0].value == "/0")
    }

    @Test func `EnginePool: cancelled transfers of all engines close their connections, and the engines end`() async throws {
        let server = try HoldingServer()
        let transport = CurlTransport(engines: 4, idleLimit: .zero)
        let tasks = await server.begin(0..<200, over: transport)
        #expect(transport.engineCount == 4)
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        await eventually { transport.engineCount == 0 && server.loopback.openCount == 0 }
    }

    @Test func `EnginePool: a released transport ends all of its engines`() async throws {
        let server = try HoldingServer()
        var transport: CurlTransport? = CurlTransport(engines: 4)
        if let transport {
            let tasks = await server.begin(0..<100, over: transport)
            try server.answer()
            for task in tasks { _ = try await task.value }
        }
        #expect(transport?.engineCount == 3)
        transport = nil
        await eventually { server.loopback.openCount == 0 }
    }

    @Test func `EnginePool: the engines of several policies share the limit, except the first engine of each`() async throws {
        let server = try HoldingServer()
        let transport = CurlTransport(engines: 2)
        var other = TransferContext()
        other.connection.httpVersion = .http1
        let tasks = await server.begin(0..<100, over: transport)
        #expect(transport.engineCount == 2)
        let others = await server.begin(100..<200, over: transport, in: other)
        #expect(transport.engineCount == 3)
        try server.answer()
        for (path, task) in (tasks + others).enumerated() { #expect(try await task.value == "/\(path)") }
    }

    @Test func `EnginePool: requests over HTTP/2 to one server stay on one connection, however many there are`() async throws {
        let count = 80
        let (received, streams) = (Signal(), Recorder<UInt32>())
        let server = try HTTP2Server { stream in
            defer { received.give() }
            // Answers with a frame that has no effect until all streams have arrived.
            guard streams.record(stream) == count else { return [.room(1, stream: 0)] }
            return streams.values.flatMap { HTTP2Frame.answer(stream: $0) }
        }
        let transport = CurlTransport(engines: 4)
        var context = TransferContext()
        context.connection.httpVersion = .http2
        var tasks: [Task<HTTPStatus, any Error>] = []
        for _ in 0..<count {
            let request = HTTPRequest.get(server.loopback)
            tasks.append(Task { [context] in try await transport.send(request, in: context).status })
            await received.wait()
        }
        #expect(transport.engineCount == 1)
        for task in tasks { #expect(try await task.value == 200) }
        #expect(server.loopback.acceptedCount == 1)
    }
}
