import TestSupport
import Testing

/// The small version of a stress run.
@Suite struct JSONTapeMutationTests {
    @Test(arguments: ["settings", "property list", "Link fields", "JSON", "event streams", "shown bodies"])
    func `JSONTape: a mutated input is either read or rejected`(name: String) async throws {
        let inputs = try #require(try MutatedInputs.all.first { $0.name == name })
        try await inputs.run(50, seed: 42)
    }
}
