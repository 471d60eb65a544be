import Testing

@Suite struct MarvelSettingsTests {
    @Test func `settings come from the file that is named, or else from the user's own, and from no other`() async throws {
        try await Session("settings", against: Fixture.stage()).check()
    }
}
