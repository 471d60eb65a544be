import Testing

@Suite struct MarvelSettingsTests {
    @Test func `marvel: settings come from the named file or the user's own, and from no other`() async throws {
        try await Session("settings", against: Fixture.stage()).check()
    }
}
