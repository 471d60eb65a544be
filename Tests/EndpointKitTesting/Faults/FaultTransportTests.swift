import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct FaultTransportTests {
    private static let all = Faults(latency: .zero ... .seconds(1), failure: 0.1, status: 0.2, truncation: 0.1, disconnect: 0.1)

    /// The faults of 50 requests, each sent by three tasks. `order` sorts the 150 tasks.
    private func run(seed: UInt64, _ order: (inout [Int]) -> Void = { _ in }) async throws -> [String] {
        let transport = FaultTransport(around: StubTransport(), seed: seed, faults: Self.all, clock: ManualClock(skipsSleeps: true))
        var numbers = (0..<150).map { $0 % 50 }
        order(&numbers)
        await withTaskGroup(of: Void.self) { group in
            for n in numbers {
                // The signature differs each time.
                group.addTask { _ = try? await transport.send(request(query: ["n": n, "ts": "\(UInt64.random(in: 1...1000))"])) }
            }
        }
        return transport.injected.map(\.description).sorted()
    }

    @Test func `FaultTransport: the same seed produces the same faults, whatever the order`() async throws {
        let one = try await run(seed: 7)
        #expect(try await run(seed: 7) { $0.reverse() } == one)
        #expect(try await run(seed: 7) { $0.shuffle() } == one)
        #expect(try await run(seed: 8) != one)
    }

    @Test func `FaultTransport: a seed produces the same faults in each process`() async throws {
        let transport = FaultTransport(around: StubTransport(), seed: 1, faults: Faults(failure: 0.25, status: 0.25, disconnect: 0.25))
        for n in 0..<8 { _ = try? await transport.send(request(query: ["n": n])) }
        #expect(
            transport.injected.map { $0.description.dropFirst("GET /a #1: ".count) }
                == ["503", "disconnected", "no connection", "500", "disconnected", "no connection", "no connection", "500"])
    }

    @Test func `FaultTransport: requests whose values have equal lengths have their own faults`() async throws {
        let transport = FaultTransport(around: StubTransport(), seed: 3, faults: Faults(failure: 0.5))
        for n in 0..<50 { _ = try? await transport.send(request(query: ["id": "5f2d9c1e-\(1000 + n)"])) }
        #expect(transport.injected.count > 10)
        // Each request is the first of its kind.
        #expect(transport.injected.allSatisfy { $0.description.contains(" #1: ") })
    }

    @Test func `FaultTransport: faults occur at the given rates`() async throws {
        let transport = FaultTransport(around: StubTransport(), seed: 3, faults: Faults(failure: 0.1, status: 0.2, truncation: 0.3))
        var counts: [Faults.Kind?: Int] = [:]
        for n in 0..<2000 { _ = try? await transport.send(request(query: ["n": n])) }
        for fault in transport.injected { counts[fault.kind, default: 0] += 1 }
        #expect((150...250).contains(counts[.failure, default: 0]))
        #expect((330...470).contains(counts[.status(500), default: 0] + counts[.status(503), default: 0]))
        #expect((520...680).contains(counts[.truncation, default: 0]))
        #expect(counts[.disconnect] == nil)
    }

    @Test(arguments: [
        (Faults(failure: 1), TransportFailure.Reason.connect, 0), (Faults(truncation: 1), .truncated, 1),
        (Faults(disconnect: 1), .disconnected, 1),
    ])
    func `FaultTransport: a fault looks like a real transport's error`(
        faults: Faults, expected: TransportFailure.Reason, sent: Int
    ) async throws {
        let stub = StubTransport(HTTPResponse(body: Data("abcdef".utf8)))
        let transport = FaultTransport(around: stub, seed: 1, faults: faults)
        let error = await failure { try await transport.send(request()) }
        #expect(error?.code == .connection && reason(of: error) == expected)
        #expect(error?.request?.url == "https://api.example.com/a")
        // The count shows whether the server received the request.
        #expect(stub.requests.count == sent)
    }

    @Test func `FaultTransport: a truncated stream delivers a part of its body first`() async throws {
        let transport = FaultTransport(
            around: StubTransport(HTTPResponse(status: 206, body: Data("abcdef".utf8))), seed: 1, faults: Faults(truncation: 1))
        let stream = try await transport.stream(request())
        #expect(stream.status == 206)
        var body = stream.body.makeAsyncIterator()
        #expect(try await body.next() == Data("abc".utf8))
        #expect(reason(of: await failure { try await body.next() }) == .truncated)
    }

    @Test func `FaultTransport: a latency uses the clock, and a cancel ends it`() async throws {
        let clock = ManualClock()
        let transport = FaultTransport(
            around: StubTransport(), seed: 1, faults: Faults(latency: .seconds(2) ... .seconds(2)), clock: clock)
        let task = Task { try await transport.send(request()).status }
        await clock.sleepers(1)
        #expect(clock.remainingSleeps == [.seconds(2)])
        clock.advance(by: .seconds(2))
        #expect(try await task.value == 200)
        #expect(transport.injected.map(\.description) == ["GET /a #1: sent after 2.0 s"])
        let other = Task { try await transport.send(request()).status }
        await clock.sleepers(1)
        other.cancel()
        await #expect(throws: CancellationError.self) { try await other.value }
    }

    @Test func `FaultTransport: equal bodies have equal faults, however they are sent, and other bodies have other faults`() async throws {
        func faults(_ make: (Int) throws -> HTTPBodyEntity) async throws -> [String] {
            let transport = FaultTransport(around: StubTransport(), seed: 9, faults: Self.all, clock: ManualClock(skipsSleeps: true))
            for n in 0..<40 { _ = try? await transport.send(request(.post, body: make(n))) }
            #expect(transport.injected.allSatisfy { $0.ordinal == 1 })
            return transport.injected.map(\.description)
        }
        func multipart(_ n: Int) throws -> HTTPBodyEntity { try MultipartBody([.text("n", "\(n)")]).entity() }
        #expect(try await faults(multipart) == faults(multipart))
        let long = String(repeating: "x", count: 5000)
        var files: [TemporaryFile] = []
        let data = try await faults { HTTPBodyEntity(contentType: nil, content: .data(Data("\(long)\($0)".utf8))) }
        let file = try await faults { n in
            let file = try TemporaryFile(Data("\(long)\(n)".utf8))
            files.append(file)
            return HTTPBodyEntity(contentType: nil, content: .file(file.url))
        }
        #expect(data == file)
        func signed(_ n: Int) -> HTTPBodyEntity {
            .data(Data(#"{"n": \#(n), "token": "\#(UInt64.random(in: 0...(.max)))"}"#.utf8), contentType: "application/json")
        }
        #expect(try await faults(signed) == faults(signed))
    }

    @Test func `FaultTransport: a latency ends with the request's timeout, like a slow server`() async throws {
        let clock = ManualClock(skipsSleeps: true)
        let stub = StubTransport()
        let transport = FaultTransport(around: stub, seed: 1, faults: Faults(latency: .seconds(5) ... .seconds(5)), clock: clock)
        var hurried = try request()
        hurried.timeout = .seconds(2)
        let error = await failure { try await transport.send(hurried) }
        #expect(error?.code == .timeout && reason(of: error) == .timeout)
        #expect(clock.sleeps == [.seconds(2)] && stub.requests.isEmpty)
        hurried.timeout = .seconds(6)
        #expect(try await transport.send(hurried).status == 200)
    }

    @Test func `FaultTransport: a missing response is a timeout, and the server has the request`() async throws {
        let clock = ManualClock(skipsSleeps: true)
        let stub = StubTransport()
        let transport = FaultTransport(around: stub, seed: 1, faults: Faults(timeout: 1), clock: clock)
        #expect(await failure { try await transport.send(request()) }?.code == .timeout)
        #expect(await failure { try await transport.stream(request()).status }?.code == .timeout)
        #expect(clock.sleeps == [.seconds(30), .seconds(30)] && stub.requests.count == 2)
        #expect(transport.injected.map(\.description) == ["GET /a #1: no response", "GET /a #2: no response"])
    }

    @Test func `FaultTransport: invalid rates count as 0 or 1`() async throws {
        let odd = Faults(failure: .nan, status: -1, statuses: [], truncation: .infinity, disconnect: 1)
        let transport = FaultTransport(around: StubTransport(), seed: 1, faults: odd)
        _ = await failure { try await transport.send(request()) }
        #expect(transport.injected.map(\.kind) == [.truncation])
        let none = FaultTransport(around: StubTransport(), seed: 1, faults: Faults(status: 1, statuses: []))
        #expect(try await none.send(request()).status == 500)
    }

    @Test func `FaultTransport: a client recovers from faults that its policies retry`() async throws {
        let recorder = CallRecorder()
        let transport = FaultTransport(around: StubTransport(), seed: 5, faults: Faults(failure: 0.2, status: 0.2, statuses: [503]))
        let client = try example(transport, observers: [recorder])
        for n in 0..<20 { _ = try? await client.call(.get("a", query: ["n": n])).value }
        #expect(recorder.calls.contains { $0.attempts.count > 1 })
        #expect(recorder.calls.flatMap(\.attempts).count > transport.injected.count)
    }
}
