import EndpointKit
import Foundation
import Testing

@Suite struct ConfigurationEnvironmentTests {
    private static let base = #"{ "baseURL": "https://example.com" }"#

    private static let quota = ["ENDPOINTKIT_LIMITS_QUOTA_CALLS": "5", "ENDPOINTKIT_LIMITS_QUOTA_PER": "1s"]

    /// A value for each key as text, and the other settings that the key needs to be valid.
    private static let values: [(key: String, text: String, shown: String, others: [String: String])] = [
        ("baseURL", "https://other.example.com", "https://other.example.com", [:]), ("basePath", "/v2", "/v2", [:]),
        ("appVersion", "2", "2", [:]), ("requestTimeout", "5s", "5s", [:]), ("connectTimeout", "1m", "60s", [:]),
        ("json.dates", "iso8601", "iso8601", [:]), ("json.keys", "snakeCase", "snakeCase", [:]), ("json.data", "numbers", "numbers", [:]),
        ("json.floats", "texts", "texts", [:]), ("json.strings", "json", "json", [:]),
        ("queryStyle.arrays", "commaSeparated", "commaSeparated", [:]),
        ("queryStyle.nesting", "dots", "dots", [:]), ("queryStyle.nils", "word", "word", [:]),
        ("queryStyle.booleans", "digits", "digits", [:]),
        ("deadline", "1.5s", "1500ms", [:]), ("retry.maxAttempts", "5", "5", [:]), ("retry.initialBackoff", "0s", "0s", [:]),
        ("retry.maxBackoff", "1d", "86400s", [:]), ("retry.multiplier", "1.25", "1.25", [:]), ("retry.jitter", "none", "none", [:]),
        ("retry.statuses", "503, 429", "[429,503]", [:]), ("retry.failures", #"["tls"]"#, #"["tls"]"#, [:]),
        ("retry.maxRetryAfter", "1h", "3600s", [:]), ("redirects.limit", "0", "0", [:]), ("limits.bodySize", "1GB", "1GB", [:]),
        ("limits.maxConcurrentCalls", "1", "1", [:]), ("limits.maxConcurrentStreams", "3", "3", [:]),
        ("cache.size", "50MB", "50MB", [:]), ("cache.directory", "/var/cache/a", "/var/cache/a", [:]),
        ("cache.entrySize", "1MB", "1MB", [:]), ("cache.offline", "true", "true", [:]),
        ("retry.statusesWithRetryAfter", "403,529", "[403,529]", [:]), ("retry.budget.ratio", "0.5", "0.5", [:]),
        ("retry.refusalStatuses", "429", "[429]", [:]), ("retry.budget.reserve", "0", "0", [:]),
        ("limits.sharesEqualRequests", "true", "true", [:]),
        ("limits.quota.calls", "5", "5", ["ENDPOINTKIT_LIMITS_QUOTA_PER": "1s"]),
        ("limits.quota.per", "1d", "86400s", ["ENDPOINTKIT_LIMITS_QUOTA_CALLS": "5"]),
        ("limits.quota.whenSpent", "fail", "fail", quota),
        ("limits.quota.file", "/run/quota.json", "/run/quota.json", quota),
        ("cookies.enabled", "true", "true", [:]), ("cookies.file", "/run/c", "/run/c", [:]),
        ("cookies.domains", "a.example, b.example", #"["a.example","b.example"]"#, [:]),
        ("cookies.keepsSessionCookies", "true", "true", ["ENDPOINTKIT_COOKIES_FILE": "/run/c"]),
        ("reusesConnectionsForUnsafeRequests", "true", "true", [:]), ("httpVersion", "http3", "http3", [:]),
        ("tls.minimumVersion", "1.3", "1.3", [:]),
        ("tls.certificateAuthorities", "/dev/null", "/dev/null", [:]),
        ("tls.clientCertificate.certificate", "/dev/null", "/dev/null", ["ENDPOINTKIT_TLS_CLIENT_CERTIFICATE_KEY": "/dev/null"]),
        ("tls.clientCertificate.key", "/dev/null", "/dev/null", ["ENDPOINTKIT_TLS_CLIENT_CERTIFICATE_CERTIFICATE": "/dev/null"]),
        (
            "tls.clientCertificate.password", "hunter2", "<redacted>",
            ["ENDPOINTKIT_TLS_CLIENT_CERTIFICATE_CERTIFICATE": "/dev/null", "ENDPOINTKIT_TLS_CLIENT_CERTIFICATE_KEY": "/dev/null"]
        ),
        ("proxy.url", "none", "none", [:]), ("proxy.user", "hunter2", "<redacted>", ["ENDPOINTKIT_PROXY": "http://proxy"]),
        ("proxy.password", "hunter2", "<redacted>", ["ENDPOINTKIT_PROXY": "http://proxy", "ENDPOINTKIT_PROXY_USER": "ann"]),
        ("unixSocket", "/run/s", "/run/s", [:]), ("log.level", "trace", "trace", [:]),
        ("redaction.names", "x-a,X-B", #"["x-a","x-b"]"#, [:]), ("redaction.shown", "Sort-Key", #"["sort-key"]"#, [:]),
        ("redaction.paths", "/bot*/", #"["bot*"]"#, [:]), ("allowsInsecureHTTP", "true", "true", [:]),
        ("allowsLiteralSecrets", "true", "true", [:]),
        ("authentication.type", "bearer", "bearer", ["ENDPOINTKIT_AUTHENTICATION_TOKEN": "hunter2"]),
        ("authentication.token", "hunter2", "<redacted>", ["ENDPOINTKIT_AUTHENTICATION_TYPE": "bearer"]),
        (
            "authentication.publicKey", "hunter2", "<redacted>",
            ["ENDPOINTKIT_AUTHENTICATION_TYPE": "hashedQuery", "ENDPOINTKIT_AUTHENTICATION_PRIVATE_KEY": "hunter2"]
        ),
        (
            "authentication.privateKey", "hunter2", "<redacted>",
            ["ENDPOINTKIT_AUTHENTICATION_TYPE": "hashedQuery", "ENDPOINTKIT_AUTHENTICATION_PUBLIC_KEY": "hunter2"]
        ),
        (
            "authentication.user", "hunter2", "<redacted>",
            ["ENDPOINTKIT_AUTHENTICATION_TYPE": "basic", "ENDPOINTKIT_AUTHENTICATION_PASSWORD": "hunter2"]
        ),
        (
            "authentication.password", "hunter2", "<redacted>",
            ["ENDPOINTKIT_AUTHENTICATION_TYPE": "basic", "ENDPOINTKIT_AUTHENTICATION_USER": "hunter2"]
        ),
    ]

    @Test(arguments: values.indices)
    func `ConfigurationEnvironment: a key's variable sets it and is its origin`(index: Int) throws {
        let (key, text, shown, others) = Self.values[index]
        let variable = "ENDPOINTKIT_" + (try #require(ConfigurationKey.all.first { $0.name == key })).variable
        let configuration = try settings(Self.base, environment: others.merging([variable: text]) { $1 })
        let setting = configuration.settings.first { $0.key == key }
        #expect(setting == ConfigurationSetting(key: key, value: shown, origin: .environment(variable)))
        #expect(configuration.warnings.isEmpty)
        #expect(!configuration.settings.contains { "\($0)".contains("hunter2") })
    }

    @Test(arguments: [
        ("query", #"{"page": 2}"#, "query.page", "2"), ("headers", #"{"Prefer": "b"}"#, "headers.Prefer", "b"),
        ("authentication.query", #"{"api_key": "hunter2"}"#, "authentication.query.api_key", "<redacted>"),
        ("authentication.headers", #"{"X-Key": "hunter2"}"#, "authentication.headers.X-Key", "<redacted>"),
        (
            "tls.pinnedKeys", #"{"example.com": ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]}"#, "tls.pinnedKeys.example.com",
            #"["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]"#
        ),
    ])
    func `ConfigurationEnvironment: an object is written as JSON`(key: String, text: String, member: String, shown: String) throws {
        let variable = "ENDPOINTKIT_" + (try #require(ConfigurationKey.all.first { $0.name == key })).variable
        let type = key.hasPrefix("authentication.") ? ["ENDPOINTKIT_AUTHENTICATION_TYPE": String(key.dropFirst(15))] : [:]
        let configuration = try settings(Self.base, environment: type.merging([variable: text]) { $1 })
        let setting = configuration.settings.first { $0.key == member }
        #expect(setting == ConfigurationSetting(key: member, value: shown, origin: .environment(variable)))
        #expect(
            try problems(Self.base, environment: type.merging([variable: "hunter2"]) { $1 })?.first
                == "\(variable): \(key): expected an object as JSON, found something else")
    }

    @Test func `ConfigurationEnvironment: every key has its own variable, which is tested here`() {
        let keys = ConfigurationKey.all
        #expect(Set(keys.map(\.variable)).count == keys.count)
        let objects = ["query", "headers", "authentication.query", "authentication.headers", "tls.pinnedKeys"]
        #expect(Set(keys.map(\.name)) == Set(Self.values.map(\.key) + objects))
    }

    @Test(arguments: [
        (#"["my name"]"#, #"["my name"]"#), ("my name", #"["my name"]"#), (" my name , b", #"["my name","b"]"#),
        (#" ["my name"]"#, #"["my name"]"#),
    ])
    func `ConfigurationEnvironment: a list element keeps the spaces inside it`(text: String, shown: String) throws {
        let configuration = try settings(Self.base, environment: ["ENDPOINTKIT_REDACTION_SHOWN": text])
        #expect(
            configuration.settings.first { $0.key == "redaction.shown" }?.value
                == shown.replacing(#""my name","b""#, with: #""b","my name""#))
    }

    @Test func `ConfigurationEnvironment: null removes the file's value, and an empty variable is ignored`() throws {
        let text = #"{ "baseURL": "https://example.com", "deadline": "5s" }"#
        #expect(try settings(text, environment: ["ENDPOINTKIT_DEADLINE": "null"]).policies.deadline == nil)
        #expect(try settings(text, environment: ["ENDPOINTKIT_DEADLINE": ""]).policies.deadline == .seconds(5))
    }

    @Test func `ConfigurationEnvironment: a wrong value is reported with its variable, without quotes`() throws {
        let environment = [
            "ENDPOINTKIT_REQUEST_TIMEOUT": "30", "ENDPOINTKIT_RETRY_MAX_ATTEMPTS": "many", "ENDPOINTKIT_AUTHENTICATION_TYPE": "bearer",
            "ENDPOINTKIT_RETRY_STATUSES": "429,x", "ENDPOINTKIT_PROXY": "http://ann:hunter2@proxy",
        ]
        #expect(
            try problems(Self.base, environment: environment)?.sorted() == [
                "ENDPOINTKIT_AUTHENTICATION_TYPE: authentication.token: expected a reference to a secret, {\"env\": \"NAME\"} or {\"file\": \"path\"}, found nothing",
                "ENDPOINTKIT_PROXY: proxy.url: expected \"environment\", \"none\" or a URL such as \"http://proxy.example.com:3128\", found a URL with a user or password, which belong in \"proxy.user\" and \"proxy.password\"",
                "ENDPOINTKIT_REQUEST_TIMEOUT: requestTimeout: expected a duration above zero such as \"500ms\" or \"30s\", found \"30\"; did you mean 30s?",
                "ENDPOINTKIT_RETRY_MAX_ATTEMPTS: retry.maxAttempts: expected a whole number from 1 to 100, found \"many\"",
                "ENDPOINTKIT_RETRY_STATUSES: retry.statuses[1]: expected a whole number from 100 to 599, found \"x\"",
            ])
    }

    @Test func `ConfigurationEnvironment: an unused variable causes a warning that suggests the right one`() throws {
        let configuration = try settings(Self.base, environment: ["ENDPOINTKIT_REQUEST_TIMOUT": "hunter2", "ENDPOINTKIT_X": "hunter2"])
        #expect(
            configuration.warnings.map(\.description) == [
                "ENDPOINTKIT_REQUEST_TIMOUT: expected the variable of a known key, found an unknown variable; did you mean ENDPOINTKIT_REQUEST_TIMEOUT?",
                "ENDPOINTKIT_X: expected the variable of a known key, found an unknown variable",
            ])
    }

    @Test func `ConfigurationEnvironment: white space around a value is ignored`() async throws {
        let environment = [
            "ENDPOINTKIT_AUTHENTICATION_TYPE": "bearer ", "ENDPOINTKIT_AUTHENTICATION_TOKEN": " hunter2\n", "ENDPOINTKIT_DEADLINE": "\t5s",
            "ENDPOINTKIT_APP_VERSION": " \n",
        ]
        let configuration = try settings(#"{ "baseURL": "https://example.com", "appVersion": "7" }"#, environment: environment)
        let origin = try #require(Origin(scheme: .https, host: "example.com"))
        #expect(try await configuration.authentication?.adapt(HTTPRequest(origin: origin)).headers["Authorization"] == "Bearer hunter2")
        #expect(configuration.policies.deadline == .seconds(5) && configuration.appVersion == "7")
    }
}
