import Dispatch
import EndpointKit
import EndpointKitTesting
import Foundation

/// Calls over the loopback that are cancelled at random moments, in random ways.
public struct CancelledCalls: Sendable {
    private static let bodySize = 20_000

    private let server: LoopbackServer
    private let clients: [APIClient]
    /// Its timers cancel the calls, because the moment of a cancel must not depend on the scheduling of the pool.
    private let timers = DispatchQueue(label: "cancels")

    public init(maxConcurrentCalls: Int) throws {
        server = try LoopbackServer { request in
            request.path == "/flaky" ? HTTPResponse(status: 503) : HTTPResponse(body: Data(repeating: 65, count: Self.bodySize))
        }
        let again = Restarting { _, result in (try? result.get().status) == 503 ? .restart(after: .milliseconds(1)) : .pass }
        var configuration = server.configuration
        configuration.policies.maxConcurrentCalls = maxConcurrentCalls
        clients = [PlatformTransport(), Foreign(base: PlatformTransport())].map { (transport: any Transport) in
            APIClient(configuration: configuration, transport: transport, decisions: [again, BadStatusDecision(), ParseDecision()])
        }
    }

    /// Every call must be answered or fail as its canceller specifies, and must leave nothing behind. Returns how many were cancelled.
    @discardableResult public func run(_ count: Int, seed: UInt64) async throws -> String {
        var random = SplitMix64(seed: seed)
        var cancelled = 0
        for start in stride(from: 0, to: count, by: 50) {
            let plans = (start..<min(start + 50, count)).map { _ in Plan(&random) }
            cancelled += try await withThrowingTaskGroup(of: Bool.self) { group in
                for plan in plans { group.addTask { try await isCancelled(plan) } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
        }
        for client in clients {
            // A call with a completion is active until the completion has returned.
            await eventually { client.activeCalls.isEmpty }
            try require(client.waitingCallCount == 0, "\(client.waitingCallCount) calls wait after their end")
            let size = try await client.data(.get("items")).value.count
            try require(size == Self.bodySize, "a call after all others gave \(size) bytes")
        }
        return "\(cancelled) of \(count) calls were cancelled"
    }

    private struct Plan: Sendable {
        let client: Int
        let way: Way
        let path: Path
        let delay: DispatchTimeInterval

        init(_ random: inout SplitMix64) {
            client = Int.random(in: 0..<2, using: &random)
            // Any other approach would let the calls cancel one another.
            way = [Way.task, .handle, .group, .tag].randomElement(using: &random) ?? .task
            path = Bool.random(using: &random) ? "items" : "flaky"
            // Before the start, during the call, or after the end.
            delay = .microseconds(Int.random(in: 0..<10_000, using: &random))
        }
    }

    private func isCancelled(_ plan: Plan) async throws -> Bool {
        let client = clients[plan.client]
        let tag = UUID().uuidString
        let call = client.data(.get(plan.path)).tagged(tag)
        let started =
            plan.way == .tag
            ? Started(outcome: Task { await call.result }) { client.cancelCalls(tagged: tag) } : plan.way.start(call, of: client)
        timers.asyncAfter(deadline: .now() + plan.delay, execute: started.cancel)
        switch await started.outcome.value {
        case .success: return false
        case .failure(let error as APIError) where error.code == .restartLimit && plan.path == "flaky": return false
        case .failure(let error) where plan.way.explains(error): return true
        case .failure(let error): throw Complaint("a call cancelled by \(plan.way) failed with \(error)")
        }
    }
}
