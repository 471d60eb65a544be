import EndpointKit
import Foundation
import TestSupport
import Testing

/// Secrets that a configuration names itself, beside variables that all configurations of the process read.
@Suite struct ConfigurationOwnSecretTests {
    private static func header(_ name: String, of configuration: APIConfiguration) async throws -> String? {
        let origin = try #require(Origin(scheme: .https, host: "example.com"))
        return try await configuration.authentication?.adapt(HTTPRequest(origin: origin)).headers[name]
    }

    private static let shared = #"{ "baseURL": "https://a.example.com", "authentication": { "type": "bearer" } }"#
    private static let own =
        #"{ "baseURL": "https://b.example.com", "authentication": { "type": "bearer", "token": { "env": "B_TOKEN" } } }"#

    @Test(arguments: [["a.json", "b.json"], ["b.json", "a.json"]])
    func `Settings: the variable of all configurations doesn't replace a token that one names itself, in any order`(
        order: [String]
    ) async throws {
        let folder = try SettingsFolder(["a.json": Self.shared, "b.json": Self.own])
        let environment = ["ENDPOINTKIT_AUTHENTICATION_TOKEN": "of-a", "B_TOKEN": "of-b"]
        var configurations: [String: APIConfiguration] = [:]
        for name in order { configurations[name] = try folder.load(name, environment: environment) }
        let (a, b) = (try #require(configurations["a.json"]), try #require(configurations["b.json"]))
        #expect(try await Self.header("Authorization", of: a) == "Bearer of-a")
        #expect(try await Self.header("Authorization", of: b) == "Bearer of-b")
        #expect(a.origins["authentication.token"] == .environment("ENDPOINTKIT_AUTHENTICATION_TOKEN"))
        #expect(b.origins["authentication.token"]?.description.hasPrefix("b.json:1:") == true)
        #expect(a.warnings.isEmpty)
        #expect(
            b.warnings.map(\.description) == [
                "ENDPOINTKIT_AUTHENTICATION_TOKEN: authentication.token: expected a variable with this configuration's own prefix, "
                    + "because it names its own secret (ConfigurationOptions.variablePrefix), found one for all configurations, which is ignored"
            ])
    }

    @Test func `Settings: staging and production of one file stand side by side`() async throws {
        let text = """
            { "baseURL": "https://example.com", "authentication": { "type": "bearer" }, "profiles": {
                "staging": { "authentication": { "token": { "env": "STAGING" } } },
                "production": { "authentication": { "token": { "env": "PRODUCTION" } } } } }
            """
        let environment = ["STAGING": "s", "PRODUCTION": "p", "ENDPOINTKIT_AUTHENTICATION_TOKEN": "x"]
        for (profile, token) in [("staging", "s"), ("production", "p"), (nil, "x")] {
            #expect(
                try await Self.header("Authorization", of: settings(text, profile: profile, environment: environment)) == "Bearer \(token)")
        }
    }

    @Test func `Settings: a variable of all configurations doesn't concern one without an authentication`() async throws {
        let text = #"{ "baseURL": "https://example.com" }"#
        let token = ["ENDPOINTKIT_AUTHENTICATION_TOKEN": "x"]
        let open = try settings(text, environment: token)
        #expect(open.authentication == nil)
        #expect(
            open.warnings.map(\.description) == [
                "ENDPOINTKIT_AUTHENTICATION_TOKEN: authentication.token: expected \"authentication.type\" in this configuration, "
                    + "found one for all configurations, which is ignored"
            ])
        let typed = try settings(text, environment: token.merging(["ENDPOINTKIT_AUTHENTICATION_TYPE": "bearer"]) { $1 })
        #expect(try await Self.header("Authorization", of: typed) == "Bearer x")
        // Its own part of an authentication still needs a type, and so does a variable of its own.
        let partial = #"{ "baseURL": "https://example.com", "authentication": { "user": "a" } }"#
        #expect(try problems(partial, environment: token)?.isEmpty == false)
        let folder = try SettingsFolder(["a.json": text])
        #expect(throws: APIError.self) {
            try APIConfiguration(
                contentsOf: folder.folder.file("a.json"), environment: ["A_AUTHENTICATION_TOKEN": "x"],
                options: ConfigurationOptions(variablePrefix: "A_"))
        }
    }

    @Test func `Settings: a variable with the configuration's own prefix replaces its secret`() async throws {
        let folder = try SettingsFolder(["b.json": Self.own])
        let configuration = try APIConfiguration(
            contentsOf: folder.folder.file("b.json"),
            environment: ["ENDPOINTKIT_AUTHENTICATION_TOKEN": "x", "HEROES_AUTHENTICATION_TOKEN": "of-heroes", "B_TOKEN": "of-b"],
            options: ConfigurationOptions(variablePrefix: "HEROES_"))
        #expect(try await Self.header("Authorization", of: configuration) == "Bearer of-heroes")
        #expect(configuration.warnings.isEmpty)
    }

    /// Settings with a secret, variables for all configurations, and what a request then has.
    private static let secrets: [(text: String, variables: [String: String], shown: String)] = [
        (
            #""authentication": { "type": "bearer", "token": { "env": "OWN" } }"#,
            ["AUTHENTICATION_TYPE": "headers", "AUTHENTICATION_HEADERS": #"{"Authorization": "other"}"#], "Bearer own"
        ),
        (
            #""authentication": { "type": "basic", "user": "ann", "password": { "env": "OWN" } }"#,
            ["AUTHENTICATION_USER": "other", "AUTHENTICATION_PASSWORD": "other"], "Basic \(Data("ann:own".utf8).base64EncodedString())"
        ),
        (
            #""authentication": { "type": "headers", "headers": { "Authorization": { "env": "OWN" } } }"#,
            ["AUTHENTICATION_HEADERS": #"{"authorization": "other"}"#], "own"
        ),
        (#""headers": { "Authorization": { "env": "OWN" } }"#, ["HEADERS": #"{"authorization": "other", "X-A": "b"}"#], "own"),
        (#""query": { "Authorization": { "env": "OWN" } }"#, ["QUERY": #"{"Authorization": "other"}"#], "own"),
        (
            #""proxy": { "url": "http://proxy", "user": "ann", "password": { "env": "OWN" } }"#,
            ["PROXY": "http://proxy", "PROXY_PASSWORD": "other"], "own"
        ),
    ]

    @Test(arguments: secrets.indices)
    func `Settings: no variable of all configurations replaces a secret that one names itself`(index: Int) async throws {
        let (text, variables, shown) = Self.secrets[index]
        let environment = Dictionary(uniqueKeysWithValues: variables.map { ("ENDPOINTKIT_" + $0.key, $0.value) })
        let configuration = try settings(
            #"{ "baseURL": "https://example.com", \#(text) }"#, environment: environment.merging(["OWN": "own"]) { $1 })
        let proxy: Secret? = if case .url(_, _, let password) = configuration.policies.connection.proxy { password } else { nil }
        let found = try await [
            Self.header("Authorization", of: configuration), configuration.headers["Authorization"], configuration.query["Authorization"],
            proxy?.reveal(),
        ]
        #expect(found.compactMap(\.self) == [shown])
        if text.contains("\"headers\": {"), configuration.authentication == nil { #expect(configuration.headers["X-A"] == "b") }
        #expect(!configuration.warnings.isEmpty)
        #expect(!configuration.settings.contains { "\($0)".contains("other") })
    }

    @Test func `Settings: a proxy for all configurations keeps its own password`() throws {
        let text = #""proxy": { "url": "http://proxy", "user": "ann", "password": { "env": "OWN" } }"#
        let configuration = try settings(
            #"{ "baseURL": "https://example.com", \#(text) }"#,
            environment: [
                "OWN": "own", "ENDPOINTKIT_PROXY": "http://other", "ENDPOINTKIT_PROXY_USER": "bob", "ENDPOINTKIT_PROXY_PASSWORD": "other",
            ])
        guard case .url(_, "bob", let password?) = configuration.policies.connection.proxy else { return #expect(Bool(false)) }
        #expect(password.reveal() == "other")
    }

    @Test func `Settings: if the named secret is missing, the problem says why the variable doesn't supply it`() throws {
        let found = try problems(Self.own, environment: ["ENDPOINTKIT_AUTHENTICATION_TOKEN": "hunter2"])
        #expect(found?.count == 2)
        #expect(found?.first?.contains("\"B_TOKEN\", found that it is not set") == true)
        #expect(found?.last?.hasPrefix("ENDPOINTKIT_AUTHENTICATION_TOKEN: authentication.token: expected a variable with this") == true)
    }

    @Test func `Settings: a token that the program looks up, or has in its defaults, is its own`() async throws {
        // A file that names an authentication would replace the one of the defaults.
        let folder = try SettingsFolder(["lookup.json": Self.shared, "defaults.json": #"{ "baseURL": "https://a.example.com" }"#])
        var (lookup, defaults) = (ConfigurationOptions(), ConfigurationOptions())
        lookup.lookup = { $0.name == "authentication.token" ? "own" : nil }
        defaults.defaults = #"{ "authentication": { "type": "bearer", "token": "own" } }"#
        for (file, options) in [("lookup.json", lookup), ("defaults.json", defaults)] {
            let configuration = try APIConfiguration(
                contentsOf: folder.folder.file(file), environment: ["ENDPOINTKIT_AUTHENTICATION_TOKEN": "x"], options: options)
            #expect(try await Self.header("Authorization", of: configuration) == "Bearer own")
        }
    }
}
