import EndpointKit
import Foundation

/// The code of the article "Caching", and of the comments on the cache.
enum CachingExample {
    typealias CharactersClient = CallingComments.CharactersClient

    static func caching(_ url: URL, _ folder: URL) async throws {
        // Example: Caching.md#overview

        // Example: Caching.md#one-call
        _ = (stored, latest, newest)

        // Example: Call+Modifiers.swift
        _ = page
    }

    static func stored(in folder: URL) -> ClientPolicies {
        // Example: CachePolicy.swift
        return policies
    }
}
