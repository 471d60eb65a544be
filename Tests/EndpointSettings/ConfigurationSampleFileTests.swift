import EndpointKit
import Foundation
import TestSupport
import Testing

@testable import EndpointSettings

/// The files in `Config`.
@Suite struct ConfigurationSampleFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Config/", directoryHint: .isDirectory).standardized

    private func load(_ name: String, profile: String? = nil, environment: [String: String] = [:]) throws -> APIConfiguration {
        try APIConfiguration(contentsOf: URL(filePath: name, relativeTo: Self.folder), profile: profile, environment: environment)
    }

    private func fields(of configuration: APIConfiguration) async throws -> HTTPRequest? {
        let origin = try #require(Origin(scheme: .https, host: "example.com"))
        return try await configuration.authentication?.adapt(HTTPRequest(origin: origin))
    }

    @Test func `Config: Marvel's file is loaded with all its settings`() async throws {
        let environment = ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd"]
        let configuration = try load("marvel.json", environment: environment)
        #expect(configuration.baseURL.absoluteString == "https://gateway.marvel.com")
        #expect(configuration.basePath == "/v1/public")
        #expect(configuration.policies.deadline == .seconds(60))
        #expect(configuration.policies.retry.statuses == [408, 500, 502, 503, 504])
        #expect(configuration.policies.retry.refusalStatuses == [421, 425])
        #expect(configuration.policies.maxConcurrentCalls == 16)
        let query = try #require(try await fields(of: configuration)).query
        #expect(query.map(\.name) == ["ts", "apikey", "hash"])
        #expect(query["apikey"] == "1234")
        let local = try load("marvel.json", profile: "local", environment: environment)
        #expect(local.baseURL.absoluteString == "http://127.0.0.1:8080")
        #expect(local.requestTimeout == .seconds(5))
    }

    /// The name of a kind's case, and the names of the kinds inside it.
    private static func names(of kind: ConfigurationKind) -> Set<String> {
        let own = "\(kind)".prefix { $0.isLetter }
        switch kind {
        case .list(let inner), .members(let inner, _): return names(of: inner).union([String(own)])
        default: return [String(own)]
        }
    }

    @Test func `Config: Marvel's file has every kind of setting`() throws {
        let text = try Data(contentsOf: Self.folder.appending(path: "marvel.json"))
        var problems: [ConfigurationProblem] = []
        let file = try #require(
            ConfigurationFile(
                name: nil, bytes: Array(text), paths: ConfigurationPaths(folder: "", home: ""), root: .root, &problems))
        let used = (file.entries + file.profiles.flatMap(\.entries)).compactMap(\.key)
        let all = ConfigurationKey.all.reduce(into: Set<String>()) { $0.formUnion(Self.names(of: $1.kind)) }
        #expect(used.reduce(into: Set<String>()) { $0.formUnion(Self.names(of: $1.kind)) } == all)
    }

    @Test func `Config: GitHub's file is loaded with all its settings`() async throws {
        let configuration = try load("github.json")
        #expect(configuration.baseURL.absoluteString == "https://api.github.com")
        #expect(configuration.headers["Accept"] == "application/vnd.github+json")
        #expect(configuration.authentication == nil)
        let token = try load("github.json", profile: "token", environment: ["GITHUB_TOKEN": "abc"])
        #expect(try await fields(of: token)?.headers["Authorization"] == "Bearer abc")
    }

    @Test func `Config: httpbin's file is loaded with all its settings`() async throws {
        #expect(try load("httpbin.json").policies.retry.maxAttempts == 1)
        #expect(try load("httpbin.json", profile: "local").baseURL.port == 8000)
        let guest = try load("httpbin.json", profile: "guest", environment: ["HTTPBIN_PASSWORD": "abc"])
        #expect(try await fields(of: guest)?.headers["Authorization"] == "Basic Z3Vlc3Q6YWJj")
    }

    @Test func `APIConfiguration: the example in the documentation can be loaded`() throws {
        let article = Self.folder.appending(path: "../Sources/EndpointKit/EndpointKit.docc/ConfigurationFile.md").standardized
        let text = try String(contentsOf: article, encoding: .utf8)
        let example = try #require(text.components(separatedBy: "```json\n").last?.components(separatedBy: "```").first)
        let folder = try SettingsFolder(["a.json": example, ".marvel-key": "abcd"])
        let environment = ["MARVEL_PUBLIC_KEY": "1234", "HOME": folder.folder.url.path]
        #expect(folder.problems(environment: environment) == nil)
        #expect(try folder.load(profile: "local", environment: environment).baseURL.port == 8080)
    }

    @Test func `Config: each file is valid in every profile`() throws {
        let environment = ["MARVEL_PUBLIC_KEY": "1", "MARVEL_PRIVATE_KEY": "2", "GITHUB_TOKEN": "3", "HTTPBIN_PASSWORD": "4"]
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0 != "endpointkit.schema.json" }
        #expect(names.count == 3)
        for name in names {
            #expect(APIConfiguration.problems(inContentsOf: URL(filePath: name, relativeTo: Self.folder), environment: environment) == [])
        }
    }
}
