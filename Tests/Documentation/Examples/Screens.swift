import EndpointKit
import Foundation
import Observation

/// The code of the article "Screens".
enum Screens {
    // Example: Screens.md#overview

    // Example: Screens.md#one-value

    // Example: Screens.md#a-list-in-pages
}

// Example: Screens.md#messages-for-people

enum Previews {
    typealias Hero = Screens.Hero

    // Example: Screens.md#previews-and-mocks

    @MainActor static func model(_ baseURL: URL) -> Screens.HeroesModel {
        typealias HeroesModel = Screens.HeroesModel
        typealias HeroesClient = Screens.HeroesClient
        // Example: Screens.md#previews-and-mocks
    }

    @MainActor static func progress(_ client: APIClient, show: @escaping @MainActor (Double) -> Void) async throws {
        // Example: Screens.md#progress
        _ = reader
    }
}
