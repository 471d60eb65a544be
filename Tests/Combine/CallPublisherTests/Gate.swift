import EndpointKit
import EndpointKitTesting
import Synchronization

/// A transport that holds back its responses until the test lets them through. It counts the requests that arrived and those that were cancelled.
final class Gate: Transport {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var arrivals: [CheckedContinuation<Void, Never>] = []
        var sent = 0
        var cancelled = 0
    }
    private let state = Mutex(State())
    private let stub: StubTransport

    init(_ answer: HTTPResponse = HTTPResponse(body: Data("Hulk".utf8))) { stub = StubTransport(answer) }

    var sent: Int { state.withLock { $0.sent } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let arrivals = state.withLock { state in
            state.sent += 1
            defer { state.arrivals = [] }
            return state.arrivals
        }
        for arrival in arrivals { arrival.resume() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let passes = state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if passes { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.cancelled += 1 }
            open()
        }
        try Task.checkCancellation()
        return try await stub.send(request, in: context)
    }

    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        try await stub.stream(request, in: context)
    }

    /// Waits for the first request.
    func arrival() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sent == 0 { state.arrivals.append(continuation) }
                return state.sent > 0
            }
            if isThere { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
