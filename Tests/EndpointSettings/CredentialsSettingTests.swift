import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Named credentials in a settings file.
@Suite struct CredentialsSettingTests {
    private let environment = ["ADMIN": "key-1", "TOKEN": "token-1", "OTHER": "token-2"]

    private func configuration(_ text: String, profile: String? = nil) throws -> APIConfiguration {
        let folder = try Folder()
        let file = folder.url.appending(path: "api.json")
        try Data(text.utf8).write(to: file)
        return try APIConfiguration(contentsOf: file, profile: profile, environment: environment)
    }

    private static let file = #"""
        {
          "baseURL": "https://api.example.com",
          "credentials": {
            "admin": { "type": "headers", "headers": { "X-Admin": { "env": "ADMIN" } } },
            "user-2": { "type": "bearer", "token": { "env": "TOKEN" } }
          },
          "profiles": {
            "other": { "credentials": { "user-2": { "type": "basic", "user": "me", "password": { "env": "OTHER" } } } },
            "token": { "credentials": { "user-2": { "token": { "env": "OTHER" } } } },
            "none": { "credentials": { "admin": null } },
            "nothing": { "credentials": null }
          }
        }
        """#

    private func sent(_ profile: String?, _ credentials: CredentialUse...) async throws -> HTTPHeaders {
        let requests = Recorder<HTTPRequest>()
        let transport = AnyTransport { request in
            requests.record(request)
            return HTTPResponse()
        }
        let client = APIClient(configuration: try configuration(Self.file, profile: profile), transport: transport)
        var route = Route.get("a")
        for use in credentials { route = route.authenticated(by: use) }
        try await client.call(route).value
        return try #require(requests.values.last).headers
    }

    @Test func `Credentials in settings: each name refers to an authentication, which a layer can replace, complete or remove`()
        async throws
    {
        let plain = try await sent(nil, .named("admin"), .named("user-2"))
        #expect(plain["X-Admin"] == "key-1" && plain["Authorization"] == "Bearer token-1")
        let other = try await sent("other", .named("admin"), .named("user-2"))
        #expect(other["X-Admin"] == "key-1" && other["Authorization"]?.hasPrefix("Basic ") == true)
        #expect(try await sent("token", .named("user-2"))["Authorization"] == "Bearer token-2")
        let none = try await sent("none", .optional("admin"), .named("user-2"))
        #expect(!none.contains("X-Admin") && none["Authorization"] == "Bearer token-1")
        #expect(try configuration(Self.file, profile: "nothing").credentials.isEmpty)
    }

    @Test(arguments: [
        ("user-two", true), ("admin_eu", true), ("service", true), ("billing-2024", false), ("xoxb-1234-abcdEFGH", false),
        ("sk_live_51H8xQ2eZvKYlo2C", false),
        ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", false), ("AKIAIOSFODNN7EXAMPLE", false), ("4f2a91c07be8d316", false),
        ("550e8400-e29b-41d4-a716-446655440000", false), ("hunter2", false), ("8372-9914-2210", false), ("7f3K-x9Qp-Lm2Z", false),
    ])
    func `Credentials in settings: a secret that was written as a name isn't shown in a problem`(name: String, isShown: Bool) throws {
        let text = #"{ "baseURL": "https://api.example.com", "credentials": { "\#(name)": { "type": "bearer", "tokens": 1 } } }"#
        let error = try #require(throws: APIError.self) { try configuration(text) }
        #expect(error.configurationProblems.first?.key.hasPrefix("credentials.") == true)
        let shown = "\(error) \(error.configurationProblems.map { "\($0)" })"
        #expect(shown.contains(name) == isShown, "\(shown)")
    }

    @Test func `Credentials in settings: all problems are reported at once, each with its key`() throws {
        let text = #"""
            {
              "baseURL": "https://api.example.com",
              "credentials": {
                "a.b": { "type": "bearer" },
                "one": { "type": "bearer" },
                "two": { "token": { "env": "TOKEN" } },
                "three": { "type": "beaer" },
                "four": { "type": "bearer", "token": "literal", "user": "me" },
                "five": 5,
                "six": { "tpye": "bearer" },
                "seven": {}
              }
            }
            """#
        let error = #expect(throws: APIError.self) { try configuration(text) }
        let message = try #require(error?.message)
        for words in [
            "a.b", "credentials.one.token", "credentials.two.type", "credentials.three.type", "credentials.four", "credentials.five",
            "credentials.six.tpye", "credentials.seven.type",
        ] {
            #expect(message.contains(words), "\(words): \(message)")
        }
        #expect(!message.contains("literal\""))
    }

    @Test
    func
        `Credentials in settings: they are shown by their origin, without secrets, and a base URL's replacement leaves file secrets behind`()
        throws
    {
        var known = try configuration(Self.file)
        let settings = known.settings.filter { $0.key.hasPrefix("credentials.") }
        #expect(settings.map(\.key).contains("credentials.admin.headers.X-Admin"))
        #expect(settings.first { $0.key == "credentials.user-2.type" }?.value == "bearer")
        #expect(!settings.contains { $0.value.contains("key-1") || $0.value.contains("token-1") })
        known.credentials["extra"] = .bearer("x")
        #expect(known.settings.contains { $0.key == "credentials.extra.type" && $0.origin == .code })

        let held = #"""
            {
              "baseURL": "https://api.example.com", "allowsLiteralSecrets": true,
              "credentials": { "admin": { "type": "bearer", "token": "literal-1" } },
              "profiles": { "elsewhere": { "baseURL": "https://other.example.com" } }
            }
            """#
        #expect(try configuration(held).credentials.count == 1)
        let error = #expect(throws: APIError.self) { try configuration(held, profile: "elsewhere") }
        #expect(error?.message.contains("credentials.admin.token") == true)
    }
}
