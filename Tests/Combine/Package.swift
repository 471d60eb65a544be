// swift-tools-version: 6.2
import PackageDescription

/// The same settings as in the root package.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// With these, `import Combine` imports OpenCombine. A real module named Combine would be visible to EndpointKit's own sources too.
let combine = settings + [.unsafeFlags(["-module-alias", "Combine=OpenCombine"])]

// EndpointKit's source for Combine, compiled and run on Linux against OpenCombine.
let package = Package(
    name: "CallPublisher",
    dependencies: [
        .package(name: "EndpointKit", path: "../.."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .target(
            name: "CallPublisher", dependencies: ["OpenCombine", .product(name: "EndpointKit", package: "EndpointKit")],
            path: "CallPublisher", swiftSettings: combine),
        .testTarget(
            name: "CallPublisherTests",
            dependencies: ["CallPublisher", "OpenCombine", .product(name: "EndpointKitTesting", package: "EndpointKit")],
            path: "CallPublisherTests", swiftSettings: combine),
    ],
    swiftLanguageModes: [.v6]
)
