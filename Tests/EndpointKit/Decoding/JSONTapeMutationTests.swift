import TestSupport
import Testing

/// The small version of a stress run.
@Suite struct JSONTapeMutationTests {
    @Test(arguments: ["settings", "property list", "binary property list", "Link fields", "JSON", "event streams", "shown bodies"])
    func `a mutated input is read, or refused`(name: String) async throws {
        let inputs = try #require(try MutatedInputs.all.first { $0.name == name })
        // Few mutations of a binary list leave one that can be read.
        try await inputs.run(name == "binary property list" ? 150 : 50, seed: 42)
    }
}
