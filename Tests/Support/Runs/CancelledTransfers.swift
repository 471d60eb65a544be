import Dispatch
public import EndpointKit
import EndpointKitTesting

/// Requests to one engine, without a client, whose tasks are cancelled at random moments.
public struct CancelledTransfers: Sendable {
    private static let bodySize = 20_000

    private let transport: any Transport
    private let server: LoopbackServer
    private let timers = DispatchQueue(label: "cancels")

    public init(on transport: any Transport) throws {
        self.transport = transport
        server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: Self.bodySize)) }
    }

    /// Every request must be answered or cancelled.
    @discardableResult public func run(_ count: Int, seed: UInt64) async throws -> String {
        var random = SplitMix64(seed: seed)
        var cancelled = 0
        for start in stride(from: 0, to: count, by: 50) {
            let delays = (start..<min(start + 50, count)).map { _ in Int.random(in: 0..<4_000, using: &random) }
            cancelled += try await withThrowingTaskGroup(of: Bool.self) { group in
                for delay in delays { group.addTask { try await isCancelled(after: .microseconds(delay)) } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
        }
        let size = try await transport.send(.get(server)).body.count
        try require(size == Self.bodySize, "a request after all others gave \(size) bytes")
        return "\(cancelled) of \(count) requests were cancelled"
    }

    private func isCancelled(after delay: DispatchTimeInterval) async throws -> Bool {
        let task = Task { try await transport.send(.get(server)).body.count }
        timers.asyncAfter(deadline: .now() + delay) { task.cancel() }
        switch await task.result {
        case .success(let size):
            try require(size == Self.bodySize, "a request gave \(size) bytes")
            return false
        case .failure(is CancellationError): return true
        case .failure(let error): throw Complaint("a cancelled request failed with \(error)")
        }
    }
}
