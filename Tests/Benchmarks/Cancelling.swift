import Dispatch
import EndpointKit
import EndpointKitTesting
import Synchronization

/// From a cancel to the moment when the server sees the socket close.
enum Cancelling {
    static func run() throws {
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
        let figures = "median \(delays[100].milliseconds) ms, longest \(delays[199].milliseconds) ms"
        printRow("cancel to closed socket", figures, goal: "at most 50 ms")
        try runGroup()
    }

    /// From the answer that fails one call of a group to the last outcome of the others.
    private static func runGroup() throws {
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
        let client = APIClient(configuration: APIConfiguration(baseURL: server.url), transport: CurlTransport())
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
        printRow("group of 200, one fails: to the last outcome", "\((ContinuousClock.now - start).milliseconds) ms", goal: "at most 100 ms")
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
    fileprivate var milliseconds: Double { (self / .milliseconds(1)).rounded(to: 2) }
}
