import CurlBaseline
import EndpointKit

/// From a settings file on disk to a configuration: Config/marvel.json, from the repository's root.
enum SettingsFile {
    private static let file = URL(filePath: "Config/marvel.json")
    private static let environment = ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd"]

    static func body() {
        _ = try? APIConfiguration(contentsOf: file, environment: environment)
    }

    static func run() throws {
        let first = try Times.of { _ = try APIConfiguration(contentsOf: file, environment: environment) }
        let count = 200
        let times = Times.of { for _ in 0..<count { body() } }
        printRow(
            "settings file to configuration",
            "\((first.wall * 1000).rounded(to: 2)) ms the first time, \((times.wall * 1000 / Double(count)).rounded(to: 3)) ms then, "
                + "\(allocations(repeating: 100, body).rounded(to: 0)) allocations",
            goal: "2 ms")
    }
}
