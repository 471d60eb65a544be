import EndpointKit

func styles(_ client: HeroesClient, show: @escaping @Sendable (String) -> Void) async throws {
    // Await the value, or the response with its status, header fields and attempts.
    let heroes = try await client.heroes().value
    let response = try await client.hero(1).response
    show("\(heroes.count) heroes, the first is \(response.value.name): \(response.status)")

    // Get one callback, on the main actor or on a queue of your choice.
    let handle = client.hero(1).start(on: .immediate) { result in
        show((try? result.get().name) ?? "cancelled")
    }
    handle.cancel()

    // Run calls as a group: when one fails, the others are cancelled and their errors name it.
    let group = CallGroup()
    client.hero(1).start(in: group, on: .immediate) { _ in show("one") }
    client.hero(2).start(in: group, on: .immediate) { _ in show("two") }
    try await group.finish()

    // Change the rules for one call, and transform its value.
    let names = client.heroes().retrying(.never).timeout(.seconds(2)).deadline(.seconds(5)).map { $0.map(\.name) }
    show(try await names.value.joined(separator: ", "))

    // Cancel by endpoint.
    client.cancelCalls { $0 is CharactersEndpoint }
}
