import EndpointKit
import Foundation

func limited(_ configuration: inout APIConfiguration) {
    // Example: LimitingCalls.md#overview
}

func limitedInMemory(_ configuration: inout APIConfiguration) {
    // Example: Quota.swift
}

func sharing(_ configuration: inout APIConfiguration) {
    // Example: LimitingCalls.md#equal-requests-at-the-same-time
}

nonisolated struct LimitedHero: Decodable {
    let name: String
}

private final class LimitedClient: APIClient, @unchecked Sendable {
    func hero(_ id: Int) -> Call<LimitedHero> { call(.get("heroes/\(id)")) }
}

private func hero(_ id: Int, _ client: LimitedClient) async throws -> LimitedHero {
    // Example: LimitingCalls.md#over-the-quota
}

private func heroLater(_ id: Int, at date: Date) async throws -> LimitedHero { throw CancellationError() }

// Example: LimitingCalls.md#a-store-for-several-machines
