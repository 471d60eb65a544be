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
            connection.waitForClose()
            events.closed(at: .now)
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
