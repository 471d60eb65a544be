import EndpointKit
import TestSupport
import Testing

/// Random runs of what is stored, and in which order. `stress` makes longer ones.
@Suite struct StoredOrderTests {
    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func `Clearing: no response that is looked up meanwhile is stored again`(isOnDisk: Bool) async throws {
        let folder = try Folder()
        _ = try await Clearings(in: isOnDisk ? folder.url : nil).run(rounds: 20, seed: 1)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func `Stored response: no call gets an older version than one that was stored, in any order of responses`(isOnDisk: Bool) async throws {
        let folder = try Folder()
        _ = try await OvertakenCalls(in: isOnDisk ? folder.url : nil).run(1000, seed: 1)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [1, 2] as [UInt64])
    func `Partial download: no file has the bytes of two users, in any order of downloads and sign-ins`(seed: UInt64) async throws {
        let folder = try Folder()
        _ = try await DownloadsOfTwoUsers(in: folder.url).run(350, seed: seed)
    }
}
