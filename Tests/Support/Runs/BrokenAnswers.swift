public import EndpointKit
import EndpointKitTesting
import Synchronization

/// Calls that are answered with ``MutatedResponses``, 32 at a time, alternately buffered and streamed.
public struct BrokenAnswers: Sendable {
    private let transport: any Transport

    public init(on transport: any Transport) { self.transport = transport }

    private enum Ending { case response, error }

    /// Every call must end in a response or an `APIError`. If only one of them occurs, the answers aren't suitable.
    @discardableResult public func run(_ count: Int, seed: UInt64) async throws -> String {
        let answers = Answers(seed: seed)
        let server = try LoopbackServer(raw: { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.write(answers.next())
        })
        let failed = try await withThrowingTaskGroup(of: Int.self) { group in
            for start in 0..<32 {
                group.addTask {
                    var failed = 0
                    for index in stride(from: start, to: count, by: 32) {
                        if try await ending(of: server, isStreamed: (index / 32).isMultiple(of: 2)) == .error { failed += 1 }
                    }
                    return failed
                }
            }
            return try await group.reduce(0, +)
        }
        try require(failed > 0 && failed < count, "\(failed) of \(count) broken answers were errors")
        return "\(failed) of \(count) answers were errors"
    }

    private func ending(of server: LoopbackServer, isStreamed: Bool) async throws -> Ending {
        var request = HTTPRequest.get(server)
        request.bodyLimit = 1 << 20
        do {
            if isStreamed {
                _ = try await transport.stream(request).body.collected(limit: 1 << 20)
            } else {
                _ = try await transport.send(request)
            }
            return .response
        } catch let error as APIError where error.code != .timeout {
            return .error
        } catch {
            // A timeout is an error too: the server always closes, so a call has nothing to wait for.
            throw Complaint("a broken answer ended in \(error)")
        }
    }

    private final class Answers: Sendable {
        private let responses: Mutex<MutatedResponses>
        init(seed: UInt64) { responses = Mutex(MutatedResponses(seed: seed)) }
        func next() -> [UInt8] { responses.withLock { $0.next() } }
    }
}
