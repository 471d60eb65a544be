import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct APIConfigurationLoadingTests {
    private static let text = #"{ "baseURL": "https://example.com", "requestTimeout": "5s", "headers": { "X-A": "1", "X-B": "2" } }"#

    @Test
    func `APIConfiguration: changing the file changes no configuration and no client, and reloading returns a new value`() async throws {
        let folder = try SettingsFolder(["a.json": Self.text])
        var configuration = try folder.load(environment: ["ENDPOINTKIT_APP_VERSION": "3"])
        configuration.basePath = "/code"
        let stub = StubTransport()
        let client = APIClient(configuration: configuration, transport: stub)

        try folder.write(#"{ "baseURL": "https://other.example.com", "requestTimeout": "9s" }"#, to: "a.json")
        _ = try await client.data(.get("items")).value
        #expect(stub.requests.first?.urlText == "https://example.com/code/items")
        #expect(configuration.requestTimeout == .seconds(5))

        let reloaded = try configuration.reload()
        #expect(reloaded.baseURL.absoluteString == "https://other.example.com")
        #expect(reloaded.requestTimeout == .seconds(9))
        #expect(reloaded.appVersion == "3")
        #expect(reloaded.basePath == "")
        #expect(configuration.requestTimeout == .seconds(5))

        try folder.write("{", to: "a.json")
        #expect(throws: APIError.self) { try reloaded.reload() }
        #expect(reloaded.requestTimeout == .seconds(9))
    }

    @Test func `APIConfiguration: if a name is hidden because of a referenced header, that header is its origin`() throws {
        let text = #"{ "baseURL": "https://example.com", "headers": { "X-Tenant": { "env": "T" }, "X-Other": { "env": "T" } } }"#
        let configuration = try settings(text, environment: ["T": "hunter2"])
        let setting = configuration.settings.first { $0.key == "redaction.names" }
        #expect(setting?.value == #"["x-other","x-tenant"]"# && setting?.origin == .file("a.json", line: 1, column: 62))
        let own = try settings(text.dropLast() + #", "redaction": { "names": ["x-a"] } }"#, environment: ["T": "hunter2"])
        #expect(own.settings.first { $0.key == "redaction.names" }?.origin == .file("a.json", line: 1, column: 132))
    }

    @Test(arguments: [
        ("https://hooks.example.com", "/hooks/T0/hunter2/send", "https://hooks.example.com", "/hooks/<redacted>/<redacted>/send"),
        ("https://hooks.example.com/hooks", "T0/hunter2", "https://hooks.example.com/hooks", "<2 characters>/<7 characters>"),
        ("https://hooks.example.com/hooks/hunter2/?a=b", "T0", "https://hooks.example.com/hooks/<7 characters>/?a=b", "<2 characters>"),
        ("https://hooks.example.com/a", "", "https://hooks.example.com/a", ""),
        ("https://hooks.example.com/", "/v1/", "https://hooks.example.com/", "/v1/"),
    ])
    func `APIConfiguration: a part of a path that the redaction hides isn't shown in the settings`(
        url: String, path: String, shown: String, base: String
    ) throws {
        let text = "{ \"baseURL\": \"\(url)\", \"basePath\": \"\(path)\", \"redaction\": { \"paths\": [\"hooks/*/*\"] } }"
        let configuration = try settings(text)
        let values = Dictionary(uniqueKeysWithValues: configuration.settings.map { ($0.key, $0.value) })
        #expect(values["baseURL"] == shown && values["basePath"] == base)
        for text in everyText(of: configuration) { #expect(!text.contains("hunter2")) }
    }

    @Test func `APIConfiguration: settings show no secret in a query item, or in a URL in a header field`() throws {
        let text = """
            { "baseURL": "https://example.com", "allowsLiteralSecrets": true,
              "query": { "code": "hunter2", "redirect": "https://a/?token=hunter2", "urls": ["https://u:hunter2@a", "b"], "page": 2 },
              "headers": { "Referer": "https://u:hunter2@h/?token=hunter2", "X-Hook": "https://u:hunter2@h/", "Accept": "a/b;q=0.8" } }
            """
        let environment = ["ENDPOINTKIT_HEADERS": #"{"X-Other":"https://u:hunter2@h/?page=2"}"#]
        let configuration = try settings(text, environment: environment)
        let shown = Dictionary(uniqueKeysWithValues: configuration.settings.map { ($0.key, $0.value) })
        #expect(shown["query.code"] == "<redacted>" && shown["query.redirect"] == "<24 characters>")
        #expect(shown["query.urls"] == #"["<19 characters>","b"]"# && shown["query.page"] == "2")
        #expect(shown["headers.X-Hook"] == "<20 characters>" && shown["headers.Accept"] == "a/b;q=0.8")
        #expect(shown["headers.X-Other"] == "<27 characters>")
        for text in everyText(of: configuration.settings) { #expect(!text.contains("hunter2")) }
    }

    @Test func `APIConfiguration: OAuth's code is a secret as a query item`() throws {
        for text in [
            #""baseURL": "https://example.com", "query": { "code": "hunter2" }"#, #""baseURL": "https://example.com/?code=hunter2""#,
        ] {
            #expect(try problems("{ \(text) }")?.count == 1)
            #expect(try problems("{ \(text), \"allowsLiteralSecrets\": true }") == nil)
        }
        // For a header field, `code` is a plain name.
        #expect(try problems(#"{ "baseURL": "https://example.com", "headers": { "code": "1" } }"#) == nil)
        let looked = try settings(
            #"{ "baseURL": "https://example.com", "query": { "code": { "env": "T" } } }"#, environment: ["T": "hunter2"])
        #expect(looked.policies.redaction == .standard)
    }

    @Test func `APIConfiguration: a configuration made in code can't be reloaded`() throws {
        let error = try #require(throws: APIError.self) { try APIConfiguration(baseURL: exampleURL()).reload() }
        #expect(error.code == .configuration)
    }

    @Test func `APIConfiguration: values set by the program have code as their origin, and all others have their layer`() throws {
        var configuration = try SettingsFolder(["a.json": Self.text]).load()
        configuration.headers["X-B"] = "3"
        configuration.headers["X-C"] = "4"
        configuration.policies.connection.tls.minimumVersion = .tls13
        configuration.policies.redirects = .none
        configuration.authentication = .bearer("hunter2")
        let origins = configuration.origins
        #expect(origins["headers.X-A"] == .file("a.json", line: 1, column: 81))
        for key in ["headers.X-B", "headers.X-C", "tls.minimumVersion", "redirects.limit", "authentication.type"] {
            #expect(origins[key] == .code)
        }
        #expect(origins["retry.maxAttempts"] == .default)
    }

    @Test func `APIConfiguration: a configuration made in code shows what was set`() throws {
        let configuration = APIConfiguration(baseURL: try exampleURL(), requestTimeout: .seconds(9), authentication: .bearer("hunter2"))
        let set = configuration.settings.filter { $0.origin != .default }
        #expect(set.map(\.key) == ["baseURL", "authentication.type", "requestTimeout"])
        #expect(set.allSatisfy { $0.origin == .code })
        #expect(!set.contains { "\($0)".contains("hunter2") })
    }

    @Test func `APIConfiguration: a path that isn't a file is rejected`() throws {
        let folder = try SettingsFolder(["big.json": String(repeating: " ", count: (1 << 20) + 1)])
        #expect(
            folder.problems("none.json") == ["none.json: expected a settings file, found that it can't be read: No such file or directory"])
        #expect(folder.problems(".") == [".: expected a settings file, found that it can't be read: it is not a regular file"])
        #expect(
            folder.problems("big.json") == [
                "big.json: expected a settings file, found that it can't be read: it has more than 1048576 bytes"
            ])
        let url = try #require(URL(string: "https://ann:hunter2@example.com/a.json"))
        let error = try #require(throws: APIError.self) { try APIConfiguration(contentsOf: url, environment: [:]) }
        #expect(error.configurationProblems.map(\.message) == ["expected a file URL, found another URL"])
        #expect(!"\(error)".contains("hunter2"))
    }

    @Test func `APIConfiguration: its error has the configuration code and the number of problems`() throws {
        let error = try #require(throws: APIError.self) { try settings(#"{ "a": 1, "b": 2 }"#) }
        #expect(error.code == .configuration)
        #expect(error.message.hasPrefix("3 problems:\na.json:1:1: baseURL: "))
        #expect((error.underlying as? ConfigurationError)?.problems == error.configurationProblems)
    }

    @Test func `APIConfiguration: http is allowed for this machine only, unless the file allows it for others`() throws {
        for host in ["localhost", "127.0.0.1:8080", "127.1", "[::1]", "[0:0::1]:8080", "api.localhost"] {
            #expect(try settings(#"{ "baseURL": "http://\#(host)" }"#).baseURL.scheme == "http")
        }
        for host in ["example.com", "127.0.0.1.example.com", "192.168.1.2"] {
            #expect(try problems(#"{ "baseURL": "http://\#(host)" }"#)?.count == 1)
            #expect(try problems(#"{ "baseURL": "http://\#(host)" }"#, environment: ["ENDPOINTKIT_ALLOWS_INSECURE_HTTP": "true"]) == nil)
        }
        #expect(try problems(#"{ "baseURL": "http://docker", "unixSocket": "/run/docker.sock" }"#) == nil)
    }
}
