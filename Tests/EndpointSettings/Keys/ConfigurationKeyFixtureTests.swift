import EndpointKit
import Foundation
import TestSupport
import Testing

/// `Fixtures` contains two documents for each key: a valid one with the resulting settings (`.json` and `.txt`), and an invalid one with its
/// problems (`.invalid.json` and `.invalid.txt`).
@Suite struct ConfigurationKeyFixtureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../Fixtures/", directoryHint: .isDirectory
    ).standardized
    private static let environment = ["TOKEN": "hunter2"]
    private static let keys = ["$schema", "extends", "profiles", "app"] + ConfigurationKey.all.map(\.name)

    private static func load(_ name: String) throws -> APIConfiguration {
        try APIConfiguration(contentsOf: URL(filePath: name, relativeTo: folder), environment: environment)
    }

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private static func lines(_ configuration: APIConfiguration) -> [String] {
        let folder = folder.path + "/"
        return configuration.settings.filter { $0.origin != .default }
            .map { "\($0.key) = \($0.value.replacingOccurrences(of: folder, with: "")) (\($0.origin))" }
    }

    @Test(arguments: keys)
    func `Settings file: a valid file is read, and its settings have their locations`(key: String) throws {
        let configuration = try Self.load(key + ".json")
        let lines = Self.lines(configuration).joined(separator: "\n") + "\n"
        #expect(try lines == Self.text(key + ".txt"))
        #expect(!lines.contains("hunter2"))
    }

    @Test(arguments: keys)
    func `Settings file: a setting with the default origin has the default value`(key: String) throws {
        let defaults = try Set(APIConfiguration(contentsOf: nil, environment: ["ENDPOINTKIT_BASE_URL": "https://x"]).settings)
        let unset = try Self.load(key + ".json").settings.filter { $0.origin == .default }
        #expect(unset.filter { !defaults.contains($0) } == [])
    }

    @Test(arguments: keys)
    func `Settings file: an invalid file is rejected with exactly these messages`(key: String) throws {
        let error = try #require(throws: APIError.self) { try Self.load(key + ".invalid.json") }
        #expect(error.code == .configuration)
        let lines = error.configurationProblems.map { "\($0)\n" }.joined()
        #expect(try lines == Self.text(key + ".invalid.txt"))
        #expect(!"\(error)".contains("hunter2"))
    }
}
