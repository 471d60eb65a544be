import TestSupport
import Testing

/// 300 lists of the run `random-lists` of `stress`, which reads 10,000.
@Suite struct ListModelTests {
    @Test(arguments: [0, 1, 2])
    func `ElementSequence: random lists in random pages yield each element once`(part: UInt64) async throws {
        for seed in (part * 100)..<(part * 100 + 100) { try await ListModel(seed: seed).check() }
    }

    @Test func `ElementSequence: a list that changes while it is read still ends`() async throws {
        for seed in UInt64(0)..<200 { try await ListModel(seed: seed).checkChanging() }
    }
}
