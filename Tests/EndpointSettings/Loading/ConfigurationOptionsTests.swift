import EndpointKit
import TestSupport
import Testing

@Suite struct ConfigurationOptionsTests {
    private static let base = #"{ "baseURL": "https://example.com" }"#

    private let folder: SettingsFolder

    init() throws { folder = try SettingsFolder(["own.json": #"{ "query": { "page": 1 } }"#]) }

    private func load(
        _ text: String? = base, profile: String? = nil, environment: [String: String] = [:], _ change: (inout ConfigurationOptions) -> Void
    ) throws -> APIConfiguration {
        var options = ConfigurationOptions(variablePrefix: "HEROES_")
        change(&options)
        if let text { try folder.write(text, to: "a.json") }
        return try APIConfiguration(
            contentsOf: text.map { _ in URL(filePath: "a.json", relativeTo: folder.folder.url) }, profile: profile,
            environment: environment, options: options)
    }

    @Test func `ConfigurationOptions: a configuration with a prefix reads only its own variables`() throws {
        let environment = [
            "ENDPOINTKIT_DEADLINE": "1s", "HEROES_DEADLINE": "2s", "HEROES_PROXY": "none", "HEROES_PROFILE": "p", "HEROES_TOKN": "x",
            "HEROES_TOKEN": "hunter2", "HEROES_DEADLIN": "1s",
        ]
        let text = """
            { "baseURL": "https://example.com", "headers": { "X-A": { "env": "HEROES_TOKEN" } }, "profiles": { "p": { "appVersion": "7" } } }
            """
        let configuration = try load(text, environment: environment) { _ in }
        #expect(configuration.policies.deadline == .seconds(2))
        #expect(configuration.origins["deadline"] == .environment("HEROES_DEADLINE"))
        #expect(configuration.appVersion == "7" && configuration.origins["proxy.url"] == .environment("HEROES_PROXY"))
        #expect(configuration.warnings.map(\.origin) == [.environment("HEROES_DEADLIN")])
        #expect(try configuration.reload().policies.deadline == .seconds(2))
    }

    @Test func `ConfigurationOptions: the program's defaults rank below the file, and suffice without a file`() throws {
        let defaults = """
            { "baseURL": "https://heroes.example.com", "appVersion": "7", "deadline": "9s", "profiles": { "p": { "deadline": "3s" } } }
            """
        let configuration = try load(#"{ "deadline": "5s" }"#) { $0.defaults = defaults }
        #expect(configuration.policies.deadline == .seconds(5))
        #expect(configuration.baseURL.absoluteString == "https://heroes.example.com")
        #expect(configuration.origins["baseURL"] == .code && configuration.origins["requestTimeout"] == .default)
        #expect(try load(nil) { $0.defaults = defaults }.appVersion == "7")
        #expect(try load(nil, profile: "p", environment: ["HEROES_APP_VERSION": "8"]) { $0.defaults = defaults }.appVersion == "8")
        #expect(try load(nil, profile: "p") { $0.defaults = defaults }.policies.deadline == .seconds(3))
        for (text, problem) in [
            ("{", "code: expected a key, found the end of the file"),
            (#"{ "extends": "b.json" }"#, "code: extends: expected no other file"),
            (#"{ "deadline": 1 }"#, "code: deadline: expected a duration"),
        ] {
            let error = try #require(throws: APIError.self) { try load { $0.defaults = text } }
            #expect(error.configurationProblems.first?.description.hasPrefix(problem) == true)
        }
        #expect(throws: APIError.self) { try load(nil) { _ in } }
    }

    @Test func `ConfigurationOptions: values that are looked up rank below the environment and above the file`() throws {
        let values = [
            "deadline": "5s", "appVersion": "7", "retry.statuses": "502,503", "authentication.type": "bearer",
            "authentication.token": "hunter2", "headers": #"{ "X-A": "hunter2" }"#, "app.size": "3",
        ]
        let size = AppSetting.integer("size")
        let configuration = try load(
            #"{ "baseURL": "https://example.com", "deadline": "9s" }"#, environment: ["HEROES_APP_VERSION": "8"]
        ) { options in
            options = options.declaring(size)
            options.lookup = { values[$0.name] }
        }
        #expect(configuration.policies.deadline == .seconds(5) && configuration.appVersion == "8")
        #expect(configuration.policies.retry.statuses == [502, 503] && configuration.authentication != nil)
        #expect(configuration.origins["deadline"] == .code && configuration.origins["appVersion"] == .environment("HEROES_APP_VERSION"))
        #expect(try configuration.value(of: size) == 3)
        #expect(!configuration.settings.contains { $0.value.contains("hunter2") })
        let error = try #require(throws: APIError.self) { try load { $0.lookup = { $0.name == "deadline" ? "5" : nil } } }
        #expect(error.configurationProblems.map(\.description).first?.hasPrefix("code: deadline: expected a duration") == true)
    }

    // The base URL from the environment names a different server from the one that the looked-up secret is for.
    @Test func `ConfigurationOptions: a secret that is looked up isn't sent to a server that a higher layer names`() throws {
        let values = ["baseURL": "https://api.example.com", "authentication.type": "bearer", "authentication.token": "hunter2"]
        func load(_ url: String?) throws -> APIConfiguration {
            try self.load(environment: url.map { ["HEROES_BASE_URL": $0] } ?? [:]) { $0.lookup = { values[$0.name] } }
        }
        for url in [nil, "https://api.example.com/v2", "http://127.0.0.1"] { #expect(try load(url).authentication != nil) }
        let error = try #require(throws: APIError.self) { try load("https://other.example.com") }
        #expect(error.configurationProblems.map(\.key) == ["authentication.token"])
    }

    @Test func `ConfigurationOptions: a lookup knows which values may be secrets`() throws {
        let asked = Recorder<ConfigurationOptions.Key>()
        _ = try load { options in
            options = options.declaring(AppSetting.integer("pin"), AppSetting.text("note"), AppSetting.bool("isOn"))
            options.lookup = { key in
                asked.record(key)
                return nil
            }
        }
        let secrets = Set(asked.values.filter(\.mayBeSecret).map(\.name))
        #expect(
            secrets.isSuperset(of: [
                "authentication.token", "authentication.privateKey", "proxy.password", "headers", "query", "app.pin", "app.note",
                // These may contain secrets in a user, a path or a query.
                "baseURL", "basePath", "proxy.url", "proxy",
            ]))
        #expect(
            Set(asked.values.map(\.name)).subtracting(secrets).isSuperset(of: [
                "deadline", "retry.statuses", "retry.maxAttempts", "tls.pinnedKeys", "cache.directory", "cookies", "app.isOn",
            ]))
        let booleans = asked.values.filter(\.isBoolean).map(\.name)
        #expect(booleans.contains("cookies.enabled") && booleans.contains("app.isOn") && !booleans.contains("retry.maxAttempts"))
    }

    @Test func `ConfigurationOptions: a value that is looked up is trimmed, and an empty one counts as missing`() throws {
        let values = ["authentication.type": "bearer", "authentication.token": " ", "deadline": " 5s\n"]
        let error = try #require(throws: APIError.self) { try load { $0.lookup = { values[$0.name] } } }
        #expect(error.configurationProblems.map(\.key) == ["authentication.token"])
        #expect(try load { $0.lookup = { $0.name == "deadline" ? " 5s\n" : "" } }.policies.deadline == .seconds(5))
    }

    @Test func `ConfigurationOptions: an object's short form can be looked up`() throws {
        let configuration = try load { $0.lookup = { ["proxy": "none", "cookies": "true"][$0.name] } }
        #expect(configuration.policies.cookies != nil)
        #expect(configuration.settings.contains { $0.key == "proxy.url" && $0.value == "none" && $0.origin == .code })
    }

    @Test func `ConfigurationOptions: a lookup that throws is a problem of its key, without the error's text`() throws {
        struct Refusal: Error, CustomStringConvertible { let description = "hunter2" }
        let error = try #require(throws: APIError.self) {
            try load { $0.lookup = { if $0.name == "deadline" { throw Refusal() } else { nil } } }
        }
        #expect(
            error.configurationProblems.map(\.description) == [
                "code: deadline: expected a duration above zero such as \"500ms\" or \"30s\", found a value that can't be looked up (Refusal)"
            ])
    }
}
