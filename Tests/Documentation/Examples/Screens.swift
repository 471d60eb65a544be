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
}
