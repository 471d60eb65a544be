import Configuration
import EndpointKit
import EndpointKitServer
import Foundation
import Synchronization
import Testing

@Suite struct ConfigReaderTests {
    @Test func `APIConfiguration: an environment provider drives it, in a scope`() throws {
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

    @Test func `APIConfiguration: a provider with types gives every kind of value`() throws {
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

    @Test func `APIConfiguration: the first provider that has a value decides`() throws {
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

    @Test func `APIConfiguration: what may be a secret is read as one`() throws {
        struct Reporter: AccessReporter {
            let secrets = Accesses()
            final class Accesses: Sendable { let keys = Mutex<[String: Bool]>([:]) }
            func report(_ event: AccessEvent) {
                secrets.keys.withLock { $0[event.metadata.key.description] = (try? event.result.get())??.isSecret ?? false }
            }
        }
        let reporter = Reporter()
        let provider = InMemoryProvider(values: [
            "baseURL": "https://a.example.com", "authentication.type": "bearer", "authentication.token": "s3cr3t",
            "headers": #"{ "X-Key": "s3cr3t" }"#,
        ])
        _ = try APIConfiguration(reader: ConfigReader(provider: provider, accessReporter: reporter))
        let keys = reporter.secrets.keys.withLock { $0 }
        #expect(keys["baseURL"] == false && keys["authentication.token"] == true && keys["headers"] == true)
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
