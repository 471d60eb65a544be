import Testing

@Suite struct MarvelSettingsTests {
    @Test func `settings come from the file that is named or found, which is trusted with keys only if it is named`() async throws {
        try await Session("settings", against: Fixture.stage()).check()
    }
}
