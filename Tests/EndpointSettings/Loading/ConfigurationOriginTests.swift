import EndpointKit
import TestSupport
import Testing

@Suite struct ConfigurationOriginTests {
    private let folder: SettingsFolder

    init() throws {
        folder = try SettingsFolder([
            "base.json": """
            {
              "baseURL": "https://base.example.com",
              "requestTimeout": "1s", "connectTimeout": "1s", "deadline": "1s", "appVersion": "base", "basePath": "/base",
              "profiles": { "p": { "appVersion": "base profile", "basePath": "/base-profile" } },
            }
            """,
            "a.json": """
            {
              "extends": "base.json",
              "requestTimeout": "2s", "connectTimeout": "2s", "deadline": "2s",
              "profiles": { "p": { "connectTimeout": "3s", "deadline": "3s", "basePath": "/a-profile" }, "q": {} },
            }
            """,
        ])
    }

    @Test func `ConfigurationOrigin: code overrides environment, profile, file, extended file and default, in this order`() throws {
        var configuration = try folder.load(
            profile: "p", environment: ["ENDPOINTKIT_DEADLINE": "4s", "ENDPOINTKIT_LIMITS_MAX_CONCURRENT_CALLS": "4"])
        configuration.policies.maxConcurrentCalls = 5

        #expect(configuration.policies.maxConcurrentCalls == 5)
        #expect(configuration.policies.deadline == .seconds(4))
        #expect(configuration.policies.connection.connectTimeout == .seconds(3))
        #expect(configuration.basePath == "/a-profile")
        #expect(configuration.appVersion == "base profile")
        #expect(configuration.requestTimeout == .seconds(2))
        #expect(configuration.baseURL.absoluteString == "https://base.example.com")
        #expect(configuration.policies.redirects.limit == 10)

        let origins = configuration.origins
        #expect(origins["limits.maxConcurrentCalls"] == .code)
        #expect(origins["deadline"] == .environment("ENDPOINTKIT_DEADLINE"))
        #expect(origins["connectTimeout"] == .file("a.json", line: 4, column: 42, profile: "p"))
        #expect(origins["basePath"] == .file("a.json", line: 4, column: 78, profile: "p"))
        #expect(origins["appVersion"] == .file("base.json", line: 4, column: 38, profile: "p"))
        #expect(origins["requestTimeout"] == .file("a.json", line: 3, column: 21))
        #expect(origins["baseURL"] == .file("base.json", line: 2, column: 14))
        #expect(origins["redirects.limit"] == .default)
    }

    @Test func `ConfigurationOrigin: the environment selects a profile, unless the program does`() throws {
        #expect(try folder.load(environment: ["ENDPOINTKIT_PROFILE": "p"]).basePath == "/a-profile")
        #expect(try folder.load(profile: "q", environment: ["ENDPOINTKIT_PROFILE": "p"]).basePath == "/base")
        #expect(try folder.load(environment: ["ENDPOINTKIT_PROFILE": ""]).basePath == "/base")
    }

    @Test func `ConfigurationOrigin: a missing profile is an error that suggests the right one`() throws {
        #expect(
            folder.problems(profile: "pp") == [
                "a.json:4:15: profiles: expected a profile \"pp\", found only \"p\", \"q\"; did you mean \"p\"?"
            ])
        #expect(
            folder.problems(environment: ["ENDPOINTKIT_PROFILE": "elsewhere"]) == [
                "ENDPOINTKIT_PROFILE: profiles: expected a profile \"elsewhere\", found only \"p\", \"q\" in a.json:4:15"
            ])
    }

    @Test func `Settings: names in two Unicode forms are two names`() throws {
        let (one, two) = ("\u{E9}", "e\u{301}")
        func text(_ names: [String]) -> String {
            let profiles = names.map { "\"\($0)\": { \"query\": { \"\($0)\": \"\($0.unicodeScalars.count)\" } }" }.joined(separator: ", ")
            return #"{ "baseURL": "https://example.com", "query": { "\#(one)": "a", "\#(two)": "b" }, "profiles": { \#(profiles) } }"#
        }
        let folder = try SettingsFolder(["both.json": text([one, two]), "one.json": text([one])])
        #expect(try folder.load("both.json").query.encoded == "%C3%A9=a&e%CC%81=b")
        #expect(try folder.load("both.json", profile: one).query.encoded == "%C3%A9=1&e%CC%81=b")
        #expect(try folder.load("both.json", profile: two).query.encoded == "%C3%A9=a&e%CC%81=2")
        #expect(throws: APIError.self) { try folder.load("one.json", profile: two) }
    }

    @Test func `ConfigurationOrigin: objects are merged key by key, lists are replaced, and null removes a value`() throws {
        let configuration = try settings(
            """
            {
              "baseURL": "https://example.com",
              "deadline": "9s",
              "headers": { "X-A": "file", "X-B": "file", "X-C": "file" },
              "query": { "a": 1, "b": 1 },
              "retry": { "maxAttempts": 9, "statuses": [500, 503], "multiplier": 9 },
              "profiles": {
                "p": {
                  "deadline": null,
                  "headers": { "x-a": "profile", "X-B": null, "X-D": "profile" },
                  "query": null,
                  "retry": { "maxAttempts": 1, "statuses": [429] },
                  "redirects": null,
                },
              },
            }
            """, profile: "p")
        #expect(configuration.policies.deadline == nil)
        #expect(configuration.headers == ["x-a": "profile", "X-C": "file", "X-D": "profile"])
        #expect(configuration.query.isEmpty)
        #expect(configuration.policies.retry.maxAttempts == 1)
        #expect(configuration.policies.retry.statuses == [429])
        #expect(configuration.policies.retry.backoff.multiplier == 9)
        #expect(configuration.origins["deadline"] == .default)
        #expect(configuration.origins["headers.X-C"] == .file("a.json", line: 4, column: 53))
        #expect(configuration.origins["headers.x-a"] == .file("a.json", line: 10, column: 27, profile: "p"))
    }

    @Test
    func `ConfigurationOrigin: another kind of authentication replaces the whole group, and the same kind replaces only the given keys`()
        async throws
    {
        let text = """
            {
              "baseURL": "https://example.com",
              "authentication": { "type": "basic", "user": "ann", "password": { "env": "A" } },
              "profiles": {
                "bearer": { "authentication": { "token": { "env": "B" }, "type": "bearer" } },
                "user": { "authentication": { "user": "bob" } },
                "none": { "authentication": null },
              },
            }
            """
        func field(_ profile: String?) async throws -> String? {
            let configuration = try settings(text, profile: profile, environment: ["A": "1", "B": "2"])
            let origin = try #require(Origin(scheme: .https, host: "example.com"))
            return try await configuration.authentication?.adapt(HTTPRequest(origin: origin)).headers["Authorization"]
        }
        #expect(try await field(nil) == "Basic YW5uOjE=")
        #expect(try await field("user") == "Basic Ym9iOjE=")
        #expect(try await field("bearer") == "Bearer 2")
        #expect(try await field("none") == nil)
    }

    @Test func `ConfigurationOrigin: an unselected profile is checked too`() throws {
        #expect(
            try problems(#"{ "baseURL": "https://example.com", "profiles": { "p": { "deadlin": "1s" } } }"#) == [
                "a.json:1:58: profiles.p.deadlin: expected a known key, found \"deadlin\"; did you mean \"deadline\"?"
            ])
    }
}
