import Testing

@Suite struct MarvelSettingsTests {
    @Test func `marvel: settings come only from the named file or the user's own file`() async throws {
        try await Session("settings", against: Fixture.stage()).check()
    }
}
