// swift-tools-version: 6.2
import PackageDescription

/// One list for every Swift target, so that a file can move between targets without changing its meaning.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// The tests of the engine on Linux, of its libcurl, and with openssl, nginx and the descriptors under `/proc`.
#if os(Linux)
    let testsOfLinux: [String] = []
    let testedURLSession = Target.Dependency.target(name: "EndpointURLSession", condition: .when(traits: ["URLSessionTransport"]))
#else
    let testedURLSession: Target.Dependency = "EndpointURLSession"
    let testsOfLinux = [
        "EndpointCurl", "EndpointHTTP/Transport/HTTPVersions", "EndpointHTTP/Transport/Hostile",
        "EndpointHTTP/Transport/ProxyPolicyTests.swift", "EndpointHTTP/Transport/TLS",
        "EndpointHTTP/Transport/TransferMetricsTests.swift",
    ]
#endif

let applePlatforms: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst]

let package = Package(
    name: "EndpointKit",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "EndpointKit", targets: ["EndpointKit"]),
        .library(name: "EndpointKitTesting", targets: ["EndpointKitTesting"]),
        .library(name: "EndpointCassettes", targets: ["EndpointCassettes"]),
        .library(name: "EndpointConformance", targets: ["EndpointConformance"]),
        .library(name: "MarvelAPI", targets: ["MarvelAPI"]),
        .executable(name: "endpoints", targets: ["EndpointGeneratorProgram"]),
        .plugin(name: "GenerateEndpoints", targets: ["GenerateEndpoints"]),
        .executable(name: "marvel", targets: ["marvel"]),
        .executable(name: "github", targets: ["github"]),
        .executable(name: "httpbin", targets: ["httpbin"]),
    ],
    traits: [
        // Builds the engine of Apple's platforms on Linux too, so that its code is checked here. Nothing else links FoundationNetworking.
        .trait(name: "URLSessionTransport")
    ],
    targets: [
        .target(name: "ContentCoder"),
        .target(name: "CurlShim"),
        .target(name: "JSONScanner"),
        .target(
            name: "EndpointHTTP", dependencies: ["ContentCoder", "JSONScanner"], swiftSettings: settings),
        // The engine on Linux, and the one on Apple's platforms.
        .target(
            name: "EndpointCurl", dependencies: ["EndpointHTTP", .target(name: "CurlShim", condition: .when(platforms: [.linux]))],
            swiftSettings: settings),
        .target(name: "EndpointURLSession", dependencies: ["EndpointHTTP"], swiftSettings: settings),
        .target(name: "EndpointStores", dependencies: ["EndpointHTTP"], swiftSettings: settings),
        .target(
            name: "EndpointClient",
            dependencies: [
                "EndpointHTTP", "EndpointStores", .target(name: "EndpointCurl", condition: .when(platforms: [.linux])),
                .target(name: "EndpointURLSession", condition: .when(platforms: applePlatforms)),
            ],
            swiftSettings: settings),
        .target(name: "EndpointPaging", dependencies: ["EndpointClient"], swiftSettings: settings),
        .target(name: "EndpointSettings", dependencies: ["EndpointClient"], swiftSettings: settings),
        // The module that users import: the modules above, and the platform's own engine.
        .target(
            name: "EndpointKit",
            dependencies: [
                "EndpointClient", "EndpointHTTP", "EndpointPaging", "EndpointSettings", "EndpointStores",
                .target(name: "EndpointCurl", condition: .when(platforms: [.linux])),
                .target(name: "EndpointURLSession", condition: .when(platforms: applePlatforms)),
            ],
            swiftSettings: settings),
        .target(name: "EndpointKitTesting", dependencies: ["EndpointKit"], swiftSettings: settings),
        .target(name: "EndpointCassettes", dependencies: ["EndpointKit", "EndpointKitTesting"], swiftSettings: settings),
        .target(name: "EndpointConformance", dependencies: ["EndpointKit", "EndpointKitTesting"], swiftSettings: settings),
        // The generator of endpoints from OpenAPI documents, its program, and the command plugin that runs it. The framework uses none of them.
        .target(name: "EndpointGenerator", dependencies: ["EndpointHTTP"], exclude: ["Plugin", "Program"], swiftSettings: settings),
        .executableTarget(
            name: "EndpointGeneratorProgram", dependencies: ["EndpointGenerator", "EndpointHTTP"],
            path: "Sources/EndpointGenerator/Program",
            swiftSettings: settings),
        .plugin(
            name: "GenerateEndpoints",
            capability: .command(
                intent: .custom(
                    verb: "generate-endpoints", description: "Writes a client, endpoints and models from an OpenAPI document."),
                permissions: [.writeToPackageDirectory(reason: "The generated code is part of your sources.")]),
            dependencies: ["EndpointGeneratorProgram"], path: "Sources/EndpointGenerator/Plugin"),

        // Shared by the commands below: arguments and help, the standard streams, signals and exit codes.
        .target(
            name: "CommandLineProgram", dependencies: ["EndpointCassettes", "EndpointKit", "EndpointKitTesting"],
            path: "Samples/CommandLineProgram",
            swiftSettings: settings),

        .target(name: "MarvelAPI", dependencies: ["EndpointKit"], path: "Samples/Marvel/MarvelAPI", swiftSettings: settings),
        .target(
            name: "MarvelGateway", dependencies: ["EndpointKit", "EndpointKitTesting"],
            path: "Samples/Marvel/MarvelGateway", swiftSettings: settings),
        .executableTarget(
            name: "marvel", dependencies: ["CommandLineProgram", "EndpointKitTesting", "MarvelAPI", "MarvelGateway"],
            path: "Samples/Marvel/marvel", swiftSettings: settings),

        .target(name: "GitHubAPI", dependencies: ["EndpointKit"], path: "Samples/GitHub/GitHubAPI", swiftSettings: settings),
        .executableTarget(
            name: "github", dependencies: ["CommandLineProgram", "EndpointKitTesting", "GitHubAPI"],
            path: "Samples/GitHub/github", swiftSettings: settings),

        .target(name: "HTTPBinAPI", dependencies: ["EndpointKit"], path: "Samples/HTTPBin/HTTPBinAPI", swiftSettings: settings),
        .executableTarget(
            name: "httpbin", dependencies: ["CommandLineProgram", "EndpointKitTesting", "HTTPBinAPI"],
            path: "Samples/HTTPBin/httpbin", swiftSettings: settings),

        // A signer of requests that uses only the public API.
        .target(name: "AWSSignature", dependencies: ["EndpointKit"], path: "Samples/AWSSignature", swiftSettings: settings),

        // Shared by the test targets and the tools.
        .target(
            name: "TestSupport",
            dependencies: ["EndpointCassettes", "EndpointConformance", "EndpointKit", "EndpointKitTesting", "Spawning"],
            path: "Tests/Support", exclude: ["Spawning"], swiftSettings: settings),
        .target(name: "Spawning", path: "Tests/Support/Spawning"),
        // The tests compile the examples of the documents.
        .executableTarget(name: "ExampleReader", path: "Tests/Documentation/Tool", swiftSettings: settings),
        .plugin(name: "CompiledExamples", capability: .buildTool(), dependencies: ["ExampleReader"], path: "Tests/Documentation/Plugin"),
        .testTarget(
            name: "EndpointKitTests",
            dependencies: [
                .target(name: "EndpointCurl", condition: .when(platforms: [.linux])), "EndpointCassettes", "EndpointClient",
                "EndpointConformance", "EndpointHTTP", "EndpointKit", "EndpointKitTesting", "EndpointPaging", "EndpointSettings",
                "EndpointStores", "MarvelAPI", "MarvelGateway", "TestSupport", testedURLSession,
            ],
            path: "Tests",
            exclude: [
                "AWSSignature", "Benchmarks", "BenchmarksTests", "CacheProxy", "Combine", "CommandLineProgram", "Documentation/Examples",
                "Documentation/Plugin", "Documentation/Tool", "EndpointSettings/Fixtures", "EndpointKit/Documentation/Misuse.txt",
                "EndpointCassettes", "EndpointConformance", "EndpointGenerator", "EndpointKitTesting", "GitHub", "HTTPBin", "Marvel",
                "README.md", "Stress",
                "Support",
            ] + testsOfLinux,
            swiftSettings: settings, plugins: ["CompiledExamples"]),
        .testTarget(
            name: "EndpointKitTestingTests", dependencies: ["EndpointKitTesting", "TestSupport"],
            path: "Tests/EndpointKitTesting", swiftSettings: settings),
        .testTarget(
            name: "EndpointCassettesTests",
            dependencies: ["EndpointCassettes", "EndpointConformance", "EndpointKitTesting", "TestSupport"],
            path: "Tests/EndpointCassettes", swiftSettings: settings),
        .testTarget(
            name: "EndpointConformanceTests", dependencies: ["EndpointConformance", "EndpointKitTesting", "TestSupport"],
            path: "Tests/EndpointConformance", swiftSettings: settings),
        .testTarget(
            name: "CommandLineProgramTests", dependencies: ["CommandLineProgram", "TestSupport", "github", "httpbin", "marvel"],
            path: "Tests/CommandLineProgram", swiftSettings: settings),
        .testTarget(
            name: "MarvelTests", dependencies: ["CommandLineProgram", "MarvelAPI", "MarvelGateway", "TestSupport", "marvel"],
            path: "Tests/Marvel", exclude: ["CLI/Golden"], swiftSettings: settings),
        .testTarget(
            name: "GitHubTests", dependencies: ["CommandLineProgram", "GitHubAPI", "TestSupport", "github"],
            path: "Tests/GitHub", swiftSettings: settings),
        .testTarget(
            name: "AWSSignatureTests", dependencies: ["AWSSignature", "EndpointKitTesting", "TestSupport"],
            path: "Tests/AWSSignature", swiftSettings: settings),
        // The tests compile and call the code that is generated from small documents.
        .testTarget(
            name: "EndpointGeneratorTests",
            dependencies: [
                "EndpointGenerator", "EndpointHTTP", "EndpointKit", "EndpointKitTesting", "MarvelAPI", "MarvelGateway", "TestSupport",
                "EndpointGeneratorProgram",
            ],
            path: "Tests/EndpointGenerator",
            exclude: [
                "Golden/Features", "Golden/comics.json", "Golden/lists.json", "Golden/marvel.json", "Golden/petshop.json",
            ], swiftSettings: settings),
        .testTarget(
            name: "HTTPBinTests", dependencies: ["CommandLineProgram", "HTTPBinAPI", "TestSupport", "httpbin"],
            path: "Tests/HTTPBin", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// Measurements and long runs need half as long to build as everything else, and neither `swift build` nor `swift test` needs them:
// `TOOLS=1 swift run -c release benchmarks`, `TOOLS=1 swift run -c release stress`, `TOOLS=1 swift test --filter BenchmarksTests`.
if Context.environment["TOOLS"] != nil {
    package.targets += [
        .executableTarget(
            name: "stress", dependencies: ["EndpointKit", "EndpointKitTesting", "TestSupport"],
            path: "Tests/Stress", swiftSettings: settings),
        .executableTarget(
            name: "cache-proxy", dependencies: ["EndpointKit", "EndpointKitTesting", "TestSupport"],
            path: "Tests/CacheProxy", swiftSettings: settings),
        .target(name: "CurlBaseline", dependencies: ["CurlShim"], path: "Tests/Benchmarks/Baseline"),
        .executableTarget(
            name: "benchmarks", dependencies: ["CurlBaseline", "EndpointKit", "EndpointKitTesting", "TestSupport"],
            path: "Tests/Benchmarks", exclude: ["Baseline"], swiftSettings: settings),
        .testTarget(
            name: "BenchmarksTests", dependencies: ["TestSupport", "benchmarks"], path: "Tests/BenchmarksTests", swiftSettings: settings),
    ]
}
