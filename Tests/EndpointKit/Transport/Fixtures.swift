import Dispatch
import EndpointKit
import EndpointKitTesting
import Synchronization

/// A signal that one thread gives and a task waits for: what tests use in place of sleeping.
final class Signal: Sendable {
    private struct State {
        var count = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    func give() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiters.isEmpty {
                state.count += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        waiter?.resume()
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isGiven = state.withLock { state in
                if state.count > 0 {
                    state.count -= 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isGiven { continuation.resume() }
        }
    }
}

extension HTTPRequest {
    static func get(_ server: LoopbackServer, _ path: Path = "/") -> HTTPRequest { HTTPRequest(origin: server.origin, path: path) }
}

/// The error of a call that must fail with one.
func failure(of body: () async throws -> some Sendable) async -> APIError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? APIError
    }
}

func reason(of error: APIError?) -> TransportFailure.Reason? { (error?.underlying as? TransportFailure)?.reason }

/// A text that one thread leaves for another.
final class OneLine: Sendable {
    private let state = Mutex("")
    var text: String { state.withLock { $0 } }
    func set(_ text: String) { state.withLock { $0 = text } }
}

/// A signal for a thread that may block, as a server's may.
final class BlockingSignal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func give() { semaphore.signal() }
    func wait() { semaphore.wait() }
}

/// A value that one thread leaves for another.
final class OneValue<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)
    var value: Value? { state.withLock { $0 } }
    func set(_ value: Value) { state.withLock { $0 = value } }
}
