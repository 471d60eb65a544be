import Configuration
import EndpointKit
import EndpointKitServer
import Foundation
import Synchronization
import Testing

@Suite struct ConfigReaderTests {
    @Test func `APIConfiguration: an environment provider supplies its values, within a scope`() throws {
        let provider = EnvironmentVariablesProvider(environmentVariables: [
            "CATALOG_BASE_URL": "https://catalog.example.com/v2", "CATALOG_REQUEST_TIMEOUT": "5s", "CATALOG_RETRY_MAX_ATTEMPTS": "2",
            "CATALOG_RETRY_STATUSES": "502,503", "CATALOG_LIMITS_SHARES_EQUAL_REQUESTS": "true",
            "CATALOG_HEADERS": #"{ "X-Tenant": "shop" }"#, "CATALOG_AUTHENTICATION_TYPE": "bearer",
            "CATALOG_AUTHENTICATION_TOKEN": "s3cr3t", "BASE_URL": "https://elsewhere.example.com",
        ])
        let configuration = try APIConfiguration(reader: ConfigReader(provider: provider).scoped(to: "catalog"))
        #expect(configuration.baseURL.absoluteString == "https://catalog.example.com/v2")
        #expect(configuration.requestTimeout == .seconds(5))
        #expect(configuration.policies.retry.maxAttempts == 2 && configuration.policies.retry.statuses == [502, 503])
        #expect(configuration.policies.sharesEqualRequests)
        #expect(configuration.headers["X-Tenant"] == "shop")
        #expect(configuration.authentication != nil)
        #expect(!configuration.settings.contains { $0.value.contains("s3cr3t") })
        #expect(configuration.origins["requestTimeout"] == .code && configuration.origins["deadline"] == .default)
    }

    @Test func `APIConfiguration: a typed provider supplies every kind of value`() throws {
        let provider = InMemoryProvider(values: [
            "baseURL": "https://catalog.example.com", "retry.maxAttempts": 5, "retry.multiplier": 1.5,
            "limits.sharesEqualRequests": true,
            "retry.statuses": ConfigValue(.intArray([503]), isSecret: false),
            "retry.failures": ConfigValue(.stringArray(["timeout", "connect"]), isSecret: false), "limits.bodySize": "1MB",
        ])
        let policies = try APIConfiguration(reader: ConfigReader(provider: provider)).policies
        #expect(policies.retry.maxAttempts == 5 && policies.retry.backoff.multiplier == 1.5 && policies.sharesEqualRequests)
        #expect(policies.retry.statuses == [503] && policies.retry.failures == [.timeout, .connect])
        #expect(policies.bodyLimit == 1 << 20)
    }

    @Test func `APIConfiguration: the first provider that has a value takes precedence`() throws {
        let reader = ConfigReader(providers: [
            EnvironmentVariablesProvider(environmentVariables: ["REQUEST_TIMEOUT": "1s"]),
            InMemoryProvider(values: ["baseURL": "https://a.example.com", "requestTimeout": "9s", "deadline": "20s"]),
        ])
        let configuration = try APIConfiguration(reader: reader)
        #expect(configuration.requestTimeout == .seconds(1) && configuration.policies.deadline == .seconds(20))
    }

    @Test func `APIConfiguration: all problems of a reader's values are reported together`() throws {
        let provider = InMemoryProvider(values: [
            "baseURL": "catalog.example.com", "requestTimeout": "5", "retry.jitter": "ful", "authentication.type": "bearer",
        ])
        let error = try #require(throws: APIError.self) { try APIConfiguration(reader: ConfigReader(provider: provider)) }
        #expect(error.code == .configuration)
        #expect(
            Set(error.configurationProblems.map(\.key)) == ["baseURL", "requestTimeout", "retry.jitter", "authentication.token"])
        #expect(error.configurationProblems.first { $0.key == "retry.jitter" }?.suggestion == "\"full\"")
    }

    @Test func `APIConfiguration: a value that may be a secret is read as a secret`() throws {
        final class Reporter: AccessReporter {
            let texts = Mutex<[String]>([])
            func report(_ event: AccessEvent) { texts.withLock { $0.append("\(event)") } }
        }
        let reporter = Reporter()
        let provider = InMemoryProvider(values: [
            "baseURL": "https://a.example.com/s3cr3t", "basePath": "/hooks/s3cr3t", "authentication.type": "bearer",
            "authentication.token": "s3cr3t", "proxy.url": "http://me:s3cr3t@127.0.0.1:9", "headers": #"{ "X-Key": "s3cr3t" }"#,
            "query": #"{ "key": "s3cr3t" }"#, "appVersion": "s3cr3t", "deadline": "20s", "retry.maxAttempts": 5,
        ])
        _ = try? APIConfiguration(reader: ConfigReader(provider: provider, accessReporter: reporter))
        let texts = reporter.texts.withLock { $0 }
        #expect(texts.contains { $0.contains("baseURL") } && !texts.contains { $0.contains("s3cr3t") })
        #expect(texts.contains { $0.contains("20s") } && texts.contains { $0.contains("maxAttempts") && $0.contains("5") })
    }

    @Test func `APIConfiguration: a JSON file's values have their types`() async throws {
        let json = """
            { "baseURL": "https://a.example.com", "limits": { "sharesEqualRequests": true }, "cookies": true, "proxy": "none",
              "retry": { "maxAttempts": 1, "multiplier": 1.5, "statuses": [503], "failures": ["timeout"] }, "app": { "rate": 2 } }
            """
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        try json.write(to: file, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let provider = try await FileProvider<JSONSnapshot>(
            config: ConfigReader(provider: InMemoryProvider(values: ["filePath": ConfigValue(.string(file.path), isSecret: false)])))
        let rate = AppSetting.number("rate", in: 0...9)
        let configuration = try APIConfiguration(
            reader: ConfigReader(provider: provider), options: ConfigurationOptions().declaring(rate))
        let policies = configuration.policies
        #expect(policies.sharesEqualRequests && policies.cookies != nil)
        #expect(configuration.settings.contains { $0.key == "proxy.url" && $0.value == "none" })
        #expect(policies.retry.maxAttempts == 1 && policies.retry.backoff.multiplier == 1.5)
        #expect(policies.retry.statuses == [503] && policies.retry.failures == [.timeout])
        #expect(try configuration.value(of: rate) == 2)
    }

    @Test func `APIConfiguration: a value of another type is a problem, and so is a provider's error`() throws {
        let provider = InMemoryProvider(values: [
            "baseURL": "https://a.example.com", "requestTimeout": ConfigValue(.bytes([1]), isSecret: false),
            "retry.statuses": ConfigValue(.boolArray([true]), isSecret: false),
        ])
        let error = try #require(throws: APIError.self) { try APIConfiguration(reader: ConfigReader(provider: provider)) }
        #expect(Set(error.configurationProblems.map(\.key)) == ["requestTimeout", "retry.statuses"])
        #expect(error.message.contains("a value that can't be looked up"))

        let failing = try #require(throws: APIError.self) { try APIConfiguration(reader: ConfigReader(provider: FailingProvider())) }
        #expect(failing.configurationProblems.map(\.key).contains("deadline") && !failing.message.contains("s3cr3t"))
    }

    /// A provider that has lost the connection to its server.
    private struct FailingProvider: ConfigProvider, ConfigSnapshot {
        struct Loss: Error { let detail = "s3cr3t" }
        let providerName = "failing"
        func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult { throw Loss() }
        func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult { throw Loss() }
        func watchValue<Return: ~Copyable>(
            forKey key: AbsoluteConfigKey, type: ConfigType,
            updatesHandler: (ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws -> Return
        ) async throws -> Return { try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler) }
        func snapshot() -> any ConfigSnapshot { self }
        func watchSnapshot<Return: ~Copyable>(
            updatesHandler: (ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
        ) async throws -> Return { try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler) }
    }

    @Test func `APIConfiguration: an empty variable counts as not set`() throws {
        let provider = EnvironmentVariablesProvider(environmentVariables: [
            "BASE_URL": " https://a.example.com ", "AUTHENTICATION_TYPE": "bearer", "AUTHENTICATION_TOKEN": "",
        ])
        let error = try #require(throws: APIError.self) { try APIConfiguration(reader: ConfigReader(provider: provider)) }
        #expect(error.configurationProblems.map(\.key) == ["authentication.token"])
    }

    @Test func `APIConfiguration: reloading reads the values again`() throws {
        let provider = MutableInMemoryProvider(initialValues: ["baseURL": "https://a.example.com", "requestTimeout": "1s"])
        let configuration = try APIConfiguration(reader: ConfigReader(provider: provider))
        provider.setValue("2s", forKey: "requestTimeout")
        #expect(configuration.requestTimeout == .seconds(1))
        #expect(try configuration.reload().requestTimeout == .seconds(2))
    }

    @Test func `APIConfiguration: the program's own settings come from the reader, too`() throws {
        let size = AppSetting.integer("pageSize", in: 1...100)
        let provider = InMemoryProvider(values: ["baseURL": "https://a.example.com", "app.pageSize": 50])
        let configuration = try APIConfiguration(
            reader: ConfigReader(provider: provider), options: ConfigurationOptions().declaring(size))
        #expect(try configuration.value(of: size) == 50)
    }
}
