import EndpointKit
import TestSupport
import Testing

@Suite struct MetricsObserverTests {
    private let observer = MetricsObserver()
    private var metrics: CallMetrics? { observer.snapshot()["Listing.all"] }

    private func call(_ id: UInt64, _ endpoint: any Endpoint = ObservedCall.Listing.all) -> ObservedCall {
        ObservedCall(id, endpoint, by: observer)
    }

    @Test func `MetricsObserver: outcomes of calls are counted`() throws {
        call(1).succeed(after: .milliseconds(10))
        call(2).fail(APIError(.timeout, "Silence."))
        call(3).fail(APIError(.timeout, "Silence."))
        call(4).fail(APIError(.badStatus, "503."))
        call(5).fail(CancellationError())
        let cancelled = call(6)
        cancelled.tell(.queued)
        cancelled.tell(.cancelled(CancellationError()))
        call(7).tell(.queued)

        let metrics = try #require(metrics)
        #expect(metrics.calls == 7)
        #expect(metrics.succeeded == 1)
        #expect(metrics.failed == 4)
        #expect(metrics.failures == [.timeout: 2, .badStatus: 1, APIError.Code(rawValue: "other"): 1])
        #expect(metrics.cancelled == 1)
        #expect(metrics.inFlight == 1)
        #expect(metrics.latency.count == 5)
    }

    @Test func `MetricsObserver: attempts, retries and bytes cover all attempts`() throws {
        let call = call(1)
        call.tell(.queued)
        call.tell(.received(.answered(503, sent: 100, received: 50)))
        call.tell(.retry(after: .seconds(1)))
        call.tell(.received(.answered(200, sent: 100, received: 600)), attempt: 2)
        call.tell(.finished([.answered(503), .answered()]), attempt: 2)
        let metrics = try #require(metrics)
        #expect(metrics.calls == 1 && metrics.attempts == 2 && metrics.retries == 1 && metrics.succeeded == 1)
        #expect(metrics.sentBytes == 200 && metrics.receivedBytes == 650)
    }

    @Test func `MetricsObserver: unexpected events aren't counted`() {
        call(1).tell(.finished([]))
        call(1).tell(.received(.answered()))
        #expect(observer.snapshot().endpoints.isEmpty)
        call(2).succeed()
        call(2).tell(.finished([]))
        call(2).tell(.failed(APIError(.timeout, "")))
        call(3).tell(.queued)
        call(3).tell(.queued)
        #expect(metrics?.calls == 2)
        #expect(metrics?.succeeded == 1)
        #expect(metrics?.failed == 0)
        #expect(metrics?.inFlight == 1)
    }

    @Test func `MetricsObserver: no number is too large`() {
        for id in 0..<3 {
            let call = call(UInt64(id))
            call.tell(.queued)
            call.tell(.received(.answered(sent: .max, received: .min)))
        }
        #expect(metrics?.sentBytes == .max)
        #expect(metrics?.receivedBytes == 0)
        #expect(observer.snapshot().total.sentBytes == .max)
    }

    @Test func `MetricsObserver: endpoints are distinguished by type and case, not by their values`() {
        call(1, ObservedCall.Listing.list(secret: "hunter2")).succeed()
        call(2, ObservedCall.Listing.list(secret: "other")).succeed()
        call(3, ObservedCall.Listing.all).succeed()
        call(4, ObservedCall.Item(id: 5)).succeed()
        call(5, Route.get("items", query: ["token": "hunter2"])).succeed()
        call(6, Described.one).succeed()
        #expect(observer.snapshot().endpoints.map(\.label) == ["Described", "GET items", "Item", "Listing.all", "Listing.list"])
        #expect(observer.snapshot()["Listing.list"]?.calls == 2)
        #expect(observer.snapshot().total.calls == 6)
    }

    enum Described: Endpoint, CustomStringConvertible {
        case one
        var path: Path { "x" }
        var description: String { "hunter2" }
    }

    @Test func `MetricsObserver: labels are bounded in number and length`() {
        let observer = MetricsObserver(endpointLimit: 3) { endpoint in
            (endpoint as? ObservedCall.Item).map { "item \($0.id)\n" + String(repeating: "x", count: 1000) } ?? "none"
        }
        for id in 0..<10 { ObservedCall(UInt64(id), ObservedCall.Item(id: id), by: observer).succeed() }
        let endpoints = observer.snapshot().endpoints
        #expect(endpoints.count == 4)
        #expect(observer.snapshot()["other"]?.calls == 7)
        #expect(endpoints.allSatisfy { $0.label.utf8.count <= 200 && !$0.label.contains("\n") })
    }

    @Test func `MetricsObserver: codes are bounded in number`() throws {
        for id in 0..<100 { call(UInt64(id)).fail(APIError(APIError.Code(rawValue: "own\(id)"), "")) }
        #expect(try #require(metrics).failures.count == 31)
        #expect(metrics?.failed == 100)
    }

    @Test func `MetricsObserver: calls of many threads are counted once each`() async {
        await onThreads(4, count: 1000) { [observer] id in ObservedCall(UInt64(id), by: observer).succeed() }
        #expect(metrics?.calls == 1000)
        #expect(metrics?.succeeded == 1000)
        #expect(metrics?.inFlight == 0)
    }

    @Test func `MetricsObserver: the table has a row per endpoint and one for all`() {
        for id in 0..<10 { call(UInt64(id)).succeed(after: .milliseconds(12)) }
        call(10).fail(APIError(.timeout, ""), after: .milliseconds(12))
        call(11, ObservedCall.Item()).fail(APIError(.timeout, ""), after: .milliseconds(12))
        #expect(
            observer.snapshot().text == """
                endpoint     calls  ok  failed  cancelled  retries  in flight    p50    p95    p99  received  failures
                Item             1   0       1          0        0          0  12 ms  12 ms  12 ms       0 B  timeout 1
                Listing.all     11  10       1          0        0          0  12 ms  12 ms  12 ms    6.1 kB  timeout 1
                total           12  10       2          0        0          0  12 ms  12 ms  12 ms    6.1 kB  timeout 2
                """)
        #expect(MetricsObserver().snapshot().text.hasPrefix("endpoint  calls"))
    }
}
