import TestSupport
import Testing

/// The small version of a stress run.
@Suite struct MutatedInputTests {
    @Test(arguments: ["settings", "property list", "binary property list", "Link fields", "JSON", "event streams", "shown bodies"])
    func `a mutated input is read, or refused`(name: String) async throws {
        let inputs = try #require(try MutatedInputs.all.first { $0.name == name })
        try await inputs.run(150, seed: 42)
    }
}
