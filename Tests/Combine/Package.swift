// swift-tools-version: 6.2
import PackageDescription

/// The same as the root package's.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// EndpointKit's source for Combine, compiled and run on Linux against OpenCombine.
let package = Package(
    name: "Combine",
    dependencies: [
        .package(name: "EndpointKit", path: "../.."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .target(name: "Combine", dependencies: ["OpenCombine"], path: "Combine", swiftSettings: settings),
        .target(
            name: "CallPublisher", dependencies: ["Combine", .product(name: "EndpointKit", package: "EndpointKit")],
            path: "CallPublisher", swiftSettings: settings),
        .testTarget(
            name: "CallPublisherTests",
            dependencies: ["CallPublisher", "Combine", .product(name: "EndpointKitTesting", package: "EndpointKit")],
            path: "CallPublisherTests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
