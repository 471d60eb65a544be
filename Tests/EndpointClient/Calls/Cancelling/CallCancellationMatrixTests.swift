import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Every way to cancel a call, in every phase.
@Suite(.serialized) struct CallCancellationMatrixTests {
    @Test(arguments: Phase.allCases, Way.allCases)
    func `Call cancellation: the connection closes, and the only outcome says who cancelled`(phase: Phase, way: Way) async throws {
        let stage = try Stage(phase)
        let outcome = try await stage.outcome(cancelledBy: way)
        switch outcome {
        case .success: Issue.record("it succeeded")
        case .failure(let error): #expect(way.explains(error), "\(error)")
        }
        await eventually { stage.client.activeCalls.isEmpty }
    }

    @Test(arguments: Phase.allCases, Way.allCases)
    func `Call cancellation: it works the same with a transport that knows nothing about calls`(phase: Phase, way: Way) async throws {
        let stage = try Stage(phase, transport: Foreign(base: PlatformTransport()))
        let outcome = try await stage.outcome(cancelledBy: way)
        switch outcome {
        case .success: Issue.record("it succeeded")
        case .failure(let error): #expect(way.explains(error), "\(error)")
        }
        await eventually { stage.client.activeCalls.isEmpty }
    }

    @Test func `Call cancellation: the error has the attempts so far`() async throws {
        let error = await #expect(throws: APIError.self) { try await Stage(.backingOff).outcome(cancelledBy: .client).get() }
        #expect(error?.attempts.map(\.outcome) == [.answered(.ok)])
        #expect(error?.attempts.first?.wait == .seconds(3600))
        let early = await #expect(throws: APIError.self) { try await Stage(.waitingForTheHead).outcome(cancelledBy: .handle).get() }
        #expect(early?.attempts.map(\.outcome) == [.cancelled])
        #expect(early?.request != nil)
    }

    @Test(arguments: Way.allCases) func `Call cancellation: a stream that is being read is cancelled too`(way: Way) async throws {
        for isForeign in [false, true] {
            let closed = Signal()
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of it")
                connection.waitForClose()
                closed.give()
            })
            let transport: any Transport = isForeign ? Foreign(base: PlatformTransport()) : PlatformTransport()
            let client = server.client(over: transport)
            // The reading task is the one that made the call.
            guard way != .task else { continue }
            let started = way.start(client.stream(.get("items")).tagged("staged"), of: client)
            let stream = try await started.outcome.value.get()
            var chunks = stream.body.makeAsyncIterator()
            #expect(try await chunks.next()?.isEmpty == false)
            #expect(client.activeCalls.count == 1)
            started.cancel()
            let error = await #expect(throws: APIError.self) { _ = try await chunks.next() }
            #expect(error.map(way.explains) == true)
            await closed.wait()
            // A call with a completion is active until the completion has returned.
            await eventually { client.activeCalls.isEmpty }
        }
    }

    @Test func `Call cancellation: a released stream isn't an active call`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: 1 << 20)) }
        let client = server.client(over: PlatformTransport())
        do {
            let stream = try await client.stream(.get("items")).value
            #expect(client.activeCalls.count == 1)
            _ = stream
        }
        #expect(client.activeCalls.isEmpty)
        for try await _ in client.bytes(.get("items")) {}
        #expect(client.activeCalls.isEmpty)
    }
}
