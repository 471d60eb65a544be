import EndpointKit

func styles(_ client: HeroesClient, show: @escaping @Sendable (String) -> Void) async throws {
    // Awaited: the value, or with it the status, the headers and every attempt.
    let heroes = try await client.heroes().value
    let response = try await client.hero(1).response
    show("\(heroes.count) heroes, the first is \(response.value.name): \(response.status)")

    // Called back, exactly once, on the main actor or where you say.
    let handle = client.hero(1).start(on: .immediate) { result in
        show((try? result.get().name) ?? "cancelled")
    }
    handle.cancel()

    // Together: when one fails the others are cancelled, and their errors name it.
    let group = CallGroup()
    client.hero(1).start(in: group, on: .immediate) { _ in show("one") }
    client.hero(2).start(in: group, on: .immediate) { _ in show("two") }
    try await group.finish()

    // With rules of its own, and another value.
    let names = client.heroes().retrying(.never).timeout(.seconds(2)).deadline(.seconds(5)).map { $0.map(\.name) }
    show(try await names.value.joined(separator: ", "))

    // By what they are for.
    client.cancelCalls { $0 is CharactersEndpoint }
}
