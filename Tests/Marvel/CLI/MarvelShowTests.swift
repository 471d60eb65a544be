import Testing

@Suite struct MarvelShowTests {
    @Test func `a resource is shown in each form, and its picture saved`() async throws {
        try await Session("resources", against: Fixture.stage()).check()
    }
}
