import CallPublisher
import Combine
import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import Testing

@Suite struct CallPublisherTests {
    private let gate = Gate()

    private func call(_ transport: (any Transport)? = nil) throws -> Call<String> {
        let url = try #require(URL(string: "https://example.com"))
        var policies = ClientPolicies.standard
        policies.retry = .never
        let client = APIClient(configuration: APIConfiguration(baseURL: url, policies: policies), transport: transport ?? gate)
        return client.string(.get("hero"))
    }

    @Test(
        "CallPublisher: any demand leads to one call, one value and one completion",
        arguments: [Subscribers.Demand.max(1), .max(7), .unlimited], [Subscribers.Demand.none, .max(1), .unlimited])
    func demand(_ initial: Subscribers.Demand, later: Subscribers.Demand) async throws {
        gate.open()
        let recorder = Recorder(initial, later: later)
        try call().publisher.subscribe(recorder)
        await recorder.completion()
        #expect(recorder.events == [.value("Hulk"), .finished])
        #expect(gate.sent == 1)
    }

    @Test("CallPublisher: nothing is sent before a value is requested")
    func noDemand() async throws {
        gate.open()
        let recorder = Recorder(.none)
        let call = try call()
        call.publisher.subscribe(recorder)
        recorder.request(.none)
        // Another call of the same client has ended, and the subscriber's call hasn't begun.
        _ = try await call.value
        #expect(gate.sent == 1 && recorder.events.isEmpty)
        recorder.request(.max(1))
        await recorder.completion()
        #expect(recorder.events == [.value("Hulk"), .finished])
        #expect(gate.sent == 2)
    }

    @Test("CallPublisher: repeated demand makes only one call")
    func repeatedDemand() async throws {
        let recorder = Recorder(.none)
        try call().publisher.subscribe(recorder)
        for _ in 0..<5 { recorder.request(.max(1)) }
        await gate.arrival()
        gate.open()
        await recorder.completion()
        recorder.request(.unlimited)
        #expect(recorder.events == [.value("Hulk"), .finished])
        #expect(gate.sent == 1)
    }

    @Test("CallPublisher: a subscriber that is cancelled before its request sends nothing")
    func cancelBeforeDemand() async throws {
        gate.open()
        let recorder = Recorder(.none)
        let call = try call()
        call.publisher.subscribe(recorder)
        recorder.cancel()
        recorder.request(.unlimited)
        // Another call of the same client has ended, and the cancelled call hasn't begun.
        _ = try await call.value
        #expect(gate.sent == 1)
        #expect(recorder.events.isEmpty)
    }

    @Test("CallPublisher: a cancellation in flight ends the call, and no outcome follows")
    func cancelInFlight() async throws {
        let ended = Signal()
        let recorder = Recorder(.unlimited)
        try call(Noticing(gate, ended)).publisher.subscribe(recorder)
        await gate.arrival()
        recorder.cancel()
        recorder.cancel()
        await ended.wait()
        #expect(gate.cancelled == 1)
        #expect(recorder.events.isEmpty)
    }

    @Test("CallPublisher: AnyCancellable cancels the call when it is released")
    func release() async throws {
        let ended = Signal()
        let outcomes = Mutex(0)
        var cancellable: AnyCancellable? = try call(Noticing(gate, ended)).publisher.sink(
            receiveCompletion: { _ in outcomes.withLock { $0 += 1 } }, receiveValue: { _ in outcomes.withLock { $0 += 1 } })
        await gate.arrival()
        #expect(cancellable != nil)
        cancellable = nil
        await ended.wait()
        #expect(gate.cancelled == 1)
        #expect(outcomes.withLock { $0 } == 0)
    }

    @Test("CallPublisher: a failure is the only event")
    func failure() async throws {
        let recorder = Recorder(.unlimited)
        try call(StubTransport(HTTPResponse(status: 404))).publisher.subscribe(recorder)
        await recorder.completion()
        #expect(recorder.events == [.failed(APIError.Code.badStatus.rawValue)])
    }

    @Test("CallPublisher: each subscriber makes its own call")
    func resubscription() async throws {
        gate.open()
        let publisher = try call().publisher
        for count in 1...3 {
            let recorder = Recorder(.unlimited)
            publisher.subscribe(recorder)
            await recorder.completion()
            #expect(recorder.events == [.value("Hulk"), .finished])
            #expect(gate.sent == count)
        }
    }

    @Test("CallPublisher: retry subscribes again after a failure")
    func retry() async throws {
        let count = Mutex(0)
        let stub = StubTransport { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number < 3 ? HTTPResponse(status: 503) : HTTPResponse(body: Data("Hulk".utf8))
        }
        let recorder = Recorder(.unlimited)
        try call(stub).publisher.retry(2).subscribe(recorder)
        await recorder.completion()
        #expect(recorder.events == [.value("Hulk"), .finished])
        #expect(stub.requests.count == 3)
    }

    @Test("CallPublisher: its values flow through operators")
    func operators() async throws {
        gate.open()
        let recorder = Recorder(.unlimited)
        let publisher = try call().publisher
        publisher.flatMap { hero in publisher.map { "\(hero) and \($0)" } }.first().subscribe(recorder)
        await recorder.completion()
        #expect(recorder.events == [.value("Hulk and Hulk"), .finished])
        #expect(gate.sent == 2)
    }

    @Test("CallPublisher: a subscriber that cancels while receiving the value gets no completion")
    func cancelInValue() async throws {
        gate.open()
        let call = try call()
        for _ in 0..<20 {
            let valued = Signal()
            let recorder = Recorder(.unlimited) { recorder in
                recorder.cancel()
                valued.send()
            }
            call.publisher.subscribe(recorder)
            await valued.wait()
            // A completion would arrive before another call ends.
            _ = try await call.value
            #expect(recorder.events == [.value("Hulk")])
        }
    }

    enum Ending: CaseIterable { case value, failure, cancelled, unused }

    @Test("CallPublisher: subscriber, subscription and client are released, however the call ends", arguments: Ending.allCases)
    func leak(_ ending: Ending) async throws {
        let ended = Signal()
        let transport = Noticing(ending == .failure ? StubTransport(HTTPResponse(status: 404)) : gate, ended)
        weak var weakRecorder: Recorder?
        weak var weakCore: Released?
        do {
            let released = Released()
            weakCore = released
            let recorder = Recorder(ending == .unused ? .none : .unlimited)
            weakRecorder = recorder
            let mapped = try call(transport).map { text in withExtendedLifetime(released) { text } }
            mapped.publisher.subscribe(recorder)
            switch ending {
            case .value:
                gate.open()
                await recorder.completion()
            case .failure: await recorder.completion()
            case .cancelled:
                await gate.arrival()
                recorder.cancel()
                await ended.wait()
            case .unused: recorder.cancel()
            }
        }
        // The call's task ends only after its outcome.
        while weakRecorder != nil || weakCore != nil { await Task.yield() }
        #expect(weakRecorder == nil && weakCore == nil)
    }

    @Test("CallPublisher: requests, cancellations and outcomes on many threads lead to at most one outcome")
    func threads() async throws {
        let call = try call(StubTransport(HTTPResponse(body: Data("Hulk".utf8))))
        for _ in 0..<200 {
            let recorder = Recorder(.none)
            call.publisher.subscribe(recorder)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask { @concurrent in number < 4 ? recorder.request(.max(1)) : recorder.cancel() }
                }
            }
            #expect([[], [.value("Hulk")], [.value("Hulk"), .finished]].contains(recorder.events))
        }
    }
}

/// Signals when a request has ended.
private struct Noticing: Transport {
    let base: any Transport
    let ended: Signal

    init(_ base: any Transport, _ ended: Signal) {
        self.base = base
        self.ended = ended
    }

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        defer { ended.send() }
        return try await base.send(request, in: context)
    }

    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        try await base.stream(request, in: context)
    }
}

private final class Signal: Sendable {
    private let state = Mutex<(isSent: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func send() {
        let waiting = state.withLock { state in
            state.isSent = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isSent = state.withLock { state in
                if !state.isSent { state.waiting.append(continuation) }
                return state.isSent
            }
            if isSent { continuation.resume() }
        }
    }
}

private final class Released: Sendable {}
