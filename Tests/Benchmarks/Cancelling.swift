import Dispatch
import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport

/// The time from a cancel until the server sees the socket close.
enum Cancelling {
    static func run() throws -> [BenchmarkRow] { [try single(), try group()] }

    private static func single() throws -> BenchmarkRow {
        let events = Events()
        let server = try LoopbackServer(raw: { connection in
            _ = connection.read()
            events.received.signal()
            connection.onClose { events.closed(at: .now) }
        })
        let client = APIClient(configuration: APIConfiguration(baseURL: server.url), transport: CurlTransport())
        var delays: [Duration] = []
        for _ in 0..<200 {
            let call = Task.detached { _ = try await client.data(.get("wait")).value }
            events.received.wait()
            let start = ContinuousClock.now
            call.cancel()
            delays.append(events.waitForClose() - start)
        }
        delays.sort()
        return BenchmarkRow(
            "cancel to closed socket",
            [
                Figure(delays[100].milliseconds, "ms, the median of 200"),
                Figure(delays[199].milliseconds, "ms, the longest", goal: .atMost(50)),
            ])
    }

    /// The time from the response that fails one call of a group until the last of the other calls has ended.
    private static func group() throws -> BenchmarkRow {
        let received = DispatchSemaphore(value: 0)
        let answers = DispatchSemaphore(value: 0)
        let server = try LoopbackServer(raw: { connection in
            let isFailing = try connection.readRequest()?.path == "/fail"
            received.signal()
            if isFailing {
                answers.wait()
                try connection.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            }
            connection.onClose()
        })
        var configuration = APIConfiguration(baseURL: server.url)
        // All calls are in flight before one fails.
        configuration.policies.maxConcurrentCalls = nil
        let client = APIClient(configuration: configuration, transport: CurlTransport())
        let group = CallGroup()
        let ended = DispatchSemaphore(value: 0)
        for index in 0..<200 {
            let path: Path = index == 49 ? "fail" : "wait"
            client.data(.get(path)).start(in: group, on: .immediate) { _ in ended.signal() }
        }
        for _ in 0..<200 { received.wait() }
        let start = ContinuousClock.now
        answers.signal()
        for _ in 0..<200 { ended.wait() }
        return BenchmarkRow(
            "group of 200, one fails: to the last outcome", [Figure((ContinuousClock.now - start).milliseconds, "ms", goal: .atMost(100))])
    }

    private final class Events: Sendable {
        let received = DispatchSemaphore(value: 0)
        private let isClosed = DispatchSemaphore(value: 0)
        private let time = Mutex(ContinuousClock.now)

        func closed(at now: ContinuousClock.Instant) {
            time.withLock { $0 = now }
            isClosed.signal()
        }

        func waitForClose() -> ContinuousClock.Instant {
            isClosed.wait()
            return time.withLock { $0 }
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Double { self / .milliseconds(1) }
}
