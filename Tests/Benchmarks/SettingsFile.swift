import CurlBaseline
import EndpointKit
import TestSupport

/// Loads a configuration from a settings file on disk: Config/marvel.json in the repository's root.
enum SettingsFile {
    private static let file = URL(filePath: "Config/marvel.json")
    private static let environment = ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd"]

    static func body() {
        _ = try? APIConfiguration(contentsOf: file, environment: environment)
    }

    static func run() throws -> [BenchmarkRow] {
        let first = try Times.of { _ = try APIConfiguration(contentsOf: file, environment: environment) }
        let count = 200
        let times = Times.of { for _ in 0..<count { body() } }
        return [
            BenchmarkRow(
                "settings file to configuration",
                [
                    Figure(first.wall * 1000, "ms the first time", goal: .atMost(2)),
                    Figure(times.wall * 1000 / Double(count), "ms then"), Figure(allocations(repeating: 100, body), "allocations"),
                ])
        ]
    }
}
