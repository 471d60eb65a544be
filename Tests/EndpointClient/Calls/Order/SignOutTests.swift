import EndpointKit
import TestSupport
import Testing

@Suite struct SignOutTests {
    @Test(.timeLimit(.minutes(3)), arguments: [false, true], [false, true])
    func `Sign-out: calls in flight leave nothing behind, in any process`(isOnDisk: Bool, shares: Bool) async throws {
        let folder = try Folder()
        _ = try await SignOuts(in: isOnDisk ? folder.url : nil, shares: shares).run(rounds: 2, spread: 4, seed: 1)
    }
}
