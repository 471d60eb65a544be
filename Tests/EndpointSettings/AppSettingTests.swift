import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct AppSettingTests {
    enum Theme: String, CaseIterable { case light, dark }

    private static let pageSize = AppSetting.integer("pageSize", in: 1...100)
    private static let theme = AppSetting.choice("theme", of: Theme.self)
    private static let reportingKey = AppSetting.secret("reporting.key")
    private static let host = AppSetting.url("reporting.host")
    private static let refresh = AppSetting.duration("refresh")
    private static let cache = AppSetting.size("cache")
    private static let ratio = AppSetting.number("ratio", in: 0...1)
    private static let isNew = AppSetting.bool("isNew")
    private static let tags = AppSetting.texts("tags")
    private static let greeting = AppSetting.text("greeting")
    private static let folder = AppSetting.file("folder")
    private static let options = ConfigurationOptions(variablePrefix: "HEROES_").declaring(
        pageSize, theme, reportingKey, host, refresh, cache, ratio, isNew, tags, greeting, folder)

    private let folder: SettingsFolder

    init() throws { folder = try SettingsFolder() }

    private func load(
        _ app: String, profile: String? = nil, environment: [String: String] = ["KEY": "hunter2"],
        options: ConfigurationOptions = Self.options
    ) throws -> APIConfiguration {
        try folder.write("{ \"baseURL\": \"https://example.com\",\n  \(app) }", to: "a.json")
        return try APIConfiguration(
            contentsOf: URL(filePath: "a.json", relativeTo: folder.folder.url), profile: profile, environment: environment, options: options
        )
    }

    private func problems(_ app: String, options: ConfigurationOptions = Self.options) throws -> [String] {
        try #require(throws: APIError.self) { try load(app, options: options) }.configurationProblems.map(\.description)
    }

    private static let whole = """
        "app": {
          "pageSize": 50, "theme": "dark", "refresh": "1.5s", "cache": "2KB", "ratio": 0.5, "isNew": true, "tags": ["a b", "c"],
          "greeting": "hello", "folder": "data",
          "reporting": { "key": { "env": "KEY" }, "host": "https://reports.example.com/?token=hunter2" },
        },
        "allowsLiteralSecrets": true,
        """

    @Test func `AppSetting: each value is read by its name and type`() throws {
        let configuration = try load(Self.whole)
        #expect(try configuration.value(of: Self.pageSize) == 50)
        #expect(try configuration.value(of: Self.theme) == .dark)
        #expect(try configuration.value(of: Self.reportingKey)?.reveal() == "hunter2")
        #expect(try configuration.value(of: Self.host)?.host() == "reports.example.com")
        #expect(try configuration.value(of: Self.refresh) == .milliseconds(1500))
        #expect(try configuration.value(of: Self.cache) == 2048)
        #expect(try configuration.value(of: Self.ratio) == 0.5)
        #expect(try configuration.value(of: Self.isNew) == true)
        #expect(try configuration.value(of: Self.tags) == ["a b", "c"])
        #expect(try configuration.value(of: Self.greeting) == "hello")
        #expect(try configuration.value(of: Self.folder)?.path == folder.folder.file("data").path)
        #expect(try load("").value(of: Self.pageSize) == nil)
        #expect(try APIConfiguration(baseURL: exampleURL()).value(of: Self.pageSize) == nil)
    }

    @Test func `AppSetting: the profile and the environment take precedence, and null removes a value`() throws {
        let text = #""app": { "pageSize": 50, "theme": "dark" }, "profiles": { "p": { "app": { "pageSize": 60, "theme": null } } }"#
        #expect(try load(text, profile: "p").value(of: Self.pageSize) == 60)
        #expect(try load(text, profile: "p").value(of: Self.theme) == nil)
        let environment = ["HEROES_APP_PAGE_SIZE": "70", "HEROES_APP_REPORTING_KEY": "hunter3", "HEROES_APP_TAGS": "a b, c"]
        let configuration = try load(text, profile: "p", environment: environment)
        #expect(try configuration.value(of: Self.pageSize) == 70)
        #expect(try configuration.value(of: Self.reportingKey)?.reveal() == "hunter3")
        #expect(try configuration.value(of: Self.tags) == ["a b", "c"])
        #expect(configuration.origins["app.pageSize"] == .environment("HEROES_APP_PAGE_SIZE") && configuration.warnings.isEmpty)
    }

    @Test func `AppSetting: its problems are reported like problems with other keys`() throws {
        #expect(
            try problems(
                #""app": { "pageSise": 5, "theme": "drak", "reporting": { "key": "hunter2", "hots": 1 }, "ratio": 2, "refresh": 5 }"#) == [
                    "a.json:2:12: app.pageSise: expected a known key, found \"pageSise\"; did you mean \"pageSize\"?",
                    "a.json:2:36: app.theme: expected one of \"light\", \"dark\", found \"drak\"; did you mean \"dark\"?",
                    "a.json:2:66: app.reporting.key: expected a reference to a secret, {\"env\": \"NAME\"} or {\"file\": \"path\"}, found a literal secret, which needs \"allowsLiteralSecrets\": true",
                    "a.json:2:77: app.reporting.hots: expected a known key, found \"hots\"; did you mean \"host\"?",
                    "a.json:2:99: app.ratio: expected a number from 0 to 1, found 2",
                    "a.json:2:113: app.refresh: expected a duration such as \"500ms\" or \"30s\", found 5; did you mean \"5s\"?",
                ])
        #expect(try problems(#""app": 5"#).count == 1)
        // A check finds unknown settings in profiles too.
        try folder.write(#"{ "baseURL": "https://example.com", "profiles": { "p": { "app": { "them": "dark" } } } }"#, to: "b.json")
        let file = URL(filePath: "b.json", relativeTo: folder.folder.url)
        let found = APIConfiguration.problems(inContentsOf: file, environment: [:], options: Self.options)
        #expect(found.map(\.key) == ["app.them"] && found.map(\.suggestion) == ["\"theme\""])
        #expect(APIConfiguration.problems(inContentsOf: file, environment: [:]).isEmpty)
        #expect(try problems(#""app": { "reporting": { "key": { "env": "NONE" } } }"#).count == 1)
    }

    @Test func `AppSetting: an undeclared setting is ignored and can't be read`() throws {
        let configuration = try load(#""app": { "pageSize": "any", "secret": { "env": "NONE" } }"#, options: ConfigurationOptions())
        #expect(!configuration.settings.contains { $0.key.hasPrefix("app.") })
        let error = try #require(throws: APIError.self) { try configuration.value(of: Self.pageSize) }
        #expect(error.code == .configuration && error.message.contains("app.pageSize"))
        // The setting isn't found with another type either.
        #expect(throws: APIError.self) { try load(Self.whole).value(of: AppSetting.text("pageSize")) }
    }

    @Test func `AppSetting: a name whose variable belongs to another key is rejected`() throws {
        let options = ConfigurationOptions(variablePrefix: "HEROES_").declaring(.text("version"), .integer("a.b"), .integer("aB"))
        #expect(
            try problems("", options: options) == [
                "code: app.aB: expected a name with its own environment variable, found HEROES_APP_A_B, which belongs to \"app.a.b\"",
                "code: app.version: expected a name with its own environment variable, found HEROES_APP_VERSION, which belongs to \"appVersion\"",
            ])
    }

    @Test func `AppSetting: settings show values with their origins, but no secrets`() throws {
        let configuration = try load(Self.whole)
        let shown = Dictionary(uniqueKeysWithValues: configuration.settings.map { ($0.key, $0.value) })
        #expect(shown["app.pageSize"] == "50" && shown["app.refresh"] == "1500ms" && shown["app.cache"] == "2KB")
        #expect(shown["app.tags"] == #"["a b","c"]"# && shown["app.ratio"] == "0.5" && shown["app.isNew"] == "true")
        #expect(shown["app.reporting.key"] == "<redacted> from KEY")
        #expect(configuration.origins["app.theme"] == .file("a.json", line: 3, column: 28))
        for text in everyText(of: configuration) + everyText(of: configuration.settings) { #expect(!text.contains("hunter2")) }
        let named = try load(#""app": { "greeting": "x", "userToken": "hunter2" }"#, options: Self.options.declaring(.text("userToken")))
        #expect(!named.settings.contains { "\($0)".contains("hunter2") })
    }

    private static let named: [(AppSetting<Int>, String)] = [
        (.integer("pin"), "4711"), (.integer("password"), "\"4711\""), (.integer("accessToken"), "\"4711 \""),
        (.integer("pin"), "471147114711"),
    ]

    @Test(arguments: named.indices)
    func `AppSetting: a number under the name of a secret is never shown, whether valid or not`(index: Int) throws {
        let (setting, value) = Self.named[index]
        let app = "\"app\": { \"\(setting.name)\": \(value) }"
        let options = ConfigurationOptions().declaring(setting)
        do {
            let configuration = try load(app, options: options)
            #expect(try configuration.value(of: setting) == 4711)
            for text in everyText(of: configuration.settings) { #expect(!text.contains("4711")) }
        } catch {
            let problems = try #require(error as? APIError).configurationProblems.map(\.description)
            #expect(problems.count == 1 && problems.allSatisfy { $0.contains(setting.name) && !$0.contains("4711") })
        }
    }

    @Test func `AppSetting: a list of strings shows no secret`() throws {
        let app = #""app": { "hooks": ["https://u:hunter2@h/?token=hunter2", "a"], "tokens": ["hunter2"], "apiKeys": ["hunter2"] }"#
        let options = ConfigurationOptions().declaring(.texts("hooks"), .texts("tokens"), .texts("apiKeys"))
        let settings = try load(app, options: options).settings.filter { $0.key.hasPrefix("app.") }
        #expect(settings.map(\.value) == ["<redacted>", #"["<34 characters>","a"]"#, "<redacted>"])
        let wrong = try problems(#""app": { "tokens": [5, "hunter2"], "apiKeys": "hunter2" }"#, options: options)
        #expect(wrong.count == 2 && !wrong.joined().contains("hunter2") && !wrong.joined().contains("found 5"))
    }
}
