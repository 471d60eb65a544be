import Testing

@Suite struct MarvelShowTests {
    @Test func `marvel: a resource is shown in each format, and its picture is saved`() async throws {
        try await Session("resources", against: Fixture.stage()).check()
    }
}
