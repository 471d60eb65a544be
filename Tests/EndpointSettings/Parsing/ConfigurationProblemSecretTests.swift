import EndpointKit
import TestSupport
import Testing

/// A problem doesn't show a credential that was written in place of a name.
@Suite struct ConfigurationProblemSecretTests {
    private static let secret = "hunter2hunter2hunter2"

    @Test(arguments: [
        (
            #""headers": { "Authorization: SECRET": "x" }"#,
            "headers.Authorization…: expected the name of a header field, found \"Authorization…\""
        ),
        (
            #""authentication": { "type": "headers", "headers": { "X-Api-Key SECRET": { "env": "T" } } }"#,
            "authentication.headers.X-Api-Key…: expected the name of a header field, found \"X-Api-Key…\""
        ),
        (#""token=SECRET": 1"#, "token…: expected a known key, found \"token…\""),
        (#""SECRET": 1"#, "<21 characters>: expected a known key, found <21 characters>"),
        (#""AIzaSyD_9tSrke72PouQMnMXhunter2": 1"#, "<31 characters>: expected a known key, found <31 characters>"),
        (#""retry": { "Authorization: Bearer SECRET": 1 }"#, "retry.Authorization…: expected a known key, found \"Authorization…\""),
        (#""app": {}, "query": { "page=SECRET": [[]] }"#, "found a list in a list"),
        (#""query": { "apikey=SECRET": { "env": 1 } }"#, "query.apikey…"),
        (
            #""tls": { "pinnedKeys": { "https://SECRET@example.com": [] } }"#,
            "tls.pinnedKeys.https…: expected a host such as \"api.example.com\", found \"https…\""
        ),
        (#""headers": { "Authorization: SECRET": "x", "Authorization: SECRET": "x" }"#, "found \"Authorization…\" again"),
    ])
    func `ConfigurationProblem: a key is shown without the credential in it`(text: String, message: String) throws {
        let found = try problems("{ \"baseURL\": \"https://example.com\", \(text.replacing("SECRET", with: Self.secret)) }") ?? []
        #expect(found.contains { $0.contains(message) }, "\(found)")
        for problem in found { #expect(!problem.contains("hunter2"), "\(problem)") }
    }

    @Test(arguments: [
        (#"{ "env": "hunter2hunter2hunter2" }"#, "the environment variable <21 characters>,"),
        (#"{ "env": "sk_live_hunter2hunter2hunter2" }"#, "the environment variable <29 characters>,"),
        (#"{ "env": "hunter2" }"#, "the environment variable <7 characters>,"),
        (#"{ "env": "AKIAIOSFODNN7hunter2" }"#, "the environment variable <20 characters>,"),
        (#"{ "env": "sk-ant-api03-hunter2" }"#, "the environment variable <20 characters>,"),
        (#"{ "env": "key-hunter2" }"#, "the environment variable <11 characters>,"),
        (#"{ "file": "/x/hunter2hunter2hunter2" }"#, "\"/<23 characters>\", found that it can't be read"),
        (#"{ "file": "/hunter2" }"#, "\"/<7 characters>\", found that it can't be read"),
        (#"{ "file": "/wJalrXUtnFEMI/K7MDENG/hunter2KEY" }"#, "\"/<32 characters>\", found that it can't be read"),
        (#"{ "file": "/-----BEGIN KEY-----\nhunter2" }"#, "\"/<27 characters>\", found that it can't be read"),
        (#"{ "hunter2hunter2hunter2": "a" }"#, "the unknown key <21 characters>"),
    ])
    func `ConfigurationProblem: a secret in place of its reference isn't shown`(token: String, message: String) throws {
        let text = #"{ "baseURL": "https://example.com", "authentication": { "type": "bearer", "token": \#(token) } }"#
        let thrown = #expect(throws: APIError.self) { try settings(text) }
        let error = try #require(thrown)
        #expect(error.configurationProblems.count == 1)
        #expect(error.configurationProblems.first?.message.contains(message) == true, "\(error)")
        for text in everyText(of: error) { #expect(!text.contains("hunter2"), "\(text)") }
    }

    @Test(arguments: [
        (#""authentication": { "type": "Bearer hunter2" }"#, "found <14 characters>"),
        (#""httpVersion": "hunter2""#, "found <7 characters>"), (#""requestTimeout": "hunter2""#, "found <7 characters>"),
        (#""limits": { "bodySize": "hunter2" }"#, "found <7 characters>"),
        (#""retry": { "maxAttempts": "hunter2" }"#, "found <7 characters>"),
        (#""reusesConnectionsForUnsafeRequests": "hunter2""#, "found <7 characters>"),
        (#""proxy": "hunter2""#, "found <7 characters>"), (#""baseURL": "hunter2""#, "found <7 characters>, which must start with"),
        (#""baseURL": "eyJhbGciOi.hunter2""#, "found <18 characters>, which must start with"),
        (#""baseURL": "https://ann:hunter2@h""#, "found <21 characters>, which carries a user"),
        (#""$schema": 1, "profiles": "hunter2""#, "found <7 characters>"),
        (#""redirects": { "limit": "hunter2" }"#, "found <7 characters>"),
        (#""tls": { "pinnedKeys": { "h": ["hunter2"] } }"#, "found <7 characters>"),
        (
            #""tls": { "pinnedKeys": { "h": ["sha256/hunter2hunter2hunter2hunter2hunter2hunter2A="] } }"#,
            "found one that begins with \"sha256/\""
        ),
        (#""appVersion": 47114711471147"#, "expected a string, found a number"),
        (#""deadline": 471147114711"#, "such as \"500ms\" or \"30s\", found a number"),
        (#""deadline": "471147114711""#, "found <12 characters>"),
        (#""retry": { "multiplier": "4.7114711471147" }"#, "found <15 characters>"),
    ])
    func `ConfigurationProblem: a value is shown only if its form rules out a secret`(text: String, message: String) throws {
        let base = text.contains("baseURL") ? "" : #""baseURL": "https://example.com", "#
        let found = try problems("{ \(base)\(text) }") ?? []
        #expect(found.contains { $0.contains(message) }, "\(found)")
        for problem in found { #expect(!problem.contains("hunter2") && !problem.contains("4711"), "\(problem)") }
    }

    @Test(arguments: [
        (#""authentication": { "type": "Bearer" }"#, "found \"Bearer\"; did you mean \"bearer\"?"),
        (#""deadline": 5"#, "found 5; did you mean \"5s\"?"), (#""deadline": "5 min""#, "found <5 characters>; did you mean \"5m\"?"),
        (#""baseURL": "api.example.com/v""#, "found \"api.example.com/v\", which must start with"),
        (#""appVersion": 1.5"#, "found 1.5; did you mean \"1.5\"?"),
    ])
    func `ConfigurationProblem: a harmless value is shown, with what was expected`(text: String, message: String) throws {
        let base = text.contains("baseURL") ? "" : #""baseURL": "https://example.com", "#
        let found = try problems("{ \(base)\(text) }") ?? []
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    @Test func `ConfigurationProblem: a private key in place of its file isn't shown`() throws {
        let text = """
            { "baseURL": "https://example.com", "tls": { "clientCertificate": { "certificate": "a.json", "key": "/-----BEGIN KEY-----\\nhunter2" } } }
            """
        let found = try #require(try problems(text))
        #expect(found.count == 1 && found[0].contains("\"/<27 characters>\""), "\(found)")
        #expect(!found[0].contains("hunter2"))
    }

    @Test func `ConfigurationProblem: the names of a variable and of a file are shown completely`() throws {
        func text(_ token: String) -> String {
            #"{ "baseURL": "https://example.com", "authentication": { "type": "bearer", "token": \#(token) } }"#
        }
        let name = "A_LONG_NAME_OF_A_VARIABLE_FOR_THE_KEY_NO_2"
        #expect(try problems(text("{ \"env\": \"\(name)\" }"))?.first?.contains("variable \"\(name)\",") == true)
        let path = "/x/my-private-key-of-2026.txt"
        #expect(try problems(text("{ \"file\": \"\(path)\" }"))?.first?.contains("\(path)\",") == true)
    }
}
