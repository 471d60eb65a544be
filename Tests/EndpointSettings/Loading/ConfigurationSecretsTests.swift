import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct ConfigurationSecretsTests {
    private static func text(_ token: String, _ more: String = "") -> String {
        #"{ "baseURL": "https://example.com", "authentication": { "type": "bearer", "token": \#(token) }\#(more) }"#
    }

    private static func token(of configuration: APIConfiguration) async throws -> String? {
        let origin = try #require(Origin(scheme: .https, host: "example.com"))
        return try await configuration.authentication?.adapt(HTTPRequest(origin: origin)).headers["Authorization"]
    }

    @Test func `Settings file: white space around a variable's value is ignored`() async throws {
        let configuration = try settings(Self.text(#"{ "env": "T" }"#), environment: ["T": " hunter2\n"])
        #expect(try await Self.token(of: configuration) == "Bearer hunter2")
    }

    @Test(arguments: ["secret", "./secret", "~/secret"])
    func `Settings file: white space around a file's text is ignored`(path: String) async throws {
        let folder = try SettingsFolder(["inner/a.json": Self.text(#"{ "file": "\#(path)" }"#), "inner/secret": "hunter2 \r\n\n"])
        let home = folder.folder.file("inner").path
        let configuration = try folder.load("inner/a.json", environment: ["HOME": home])
        #expect(try await Self.token(of: configuration) == "Bearer hunter2")
    }

    @Test(arguments: [
        (Array("\u{FEFF}hunter2".utf8), "it has a byte order mark"), ([0xFF, 0xFE, 0x68, 0, 0x75, 0], "it isn't UTF-8"),
        (Array("h\0u\0n\0".utf8), "it has a control character"), (Array("h".utf8) + [0xFC, 0x6E], "it isn't UTF-8"),
        (Array("hun\nter2".utf8), "it has a control character"), (Array("hun\u{1B}[31mter2".utf8), "it has a control character"),
        (Array("hun\u{85}ter2".utf8), "it has a control character"),
    ])
    func `Settings file: a secret's file in another encoding or with control characters is an error`(bytes: [UInt8], found: String) throws {
        let folder = try SettingsFolder(["a.json": Self.text(#"{ "file": "secret" }"#)])
        try folder.folder.write(bytes, to: "secret")
        #expect(folder.problems()?.count == 1)
        #expect(folder.problems()?.first?.hasSuffix("secret\", found that \(found)") == true)
    }

    @Test func `Settings file: a secret must not contain a control character, whatever its source`() throws {
        for value in ["hun\nter2", "hunter\u{7F}2", "hun\tter2", "hun\u{FFFD}ter2", "\u{FEFF}hunter2"] {
            #expect(try problems(Self.text(#"{ "env": "T" }"#), environment: ["T": value])?.count == 1)
            #expect(try problems(Self.text("null"), environment: ["ENDPOINTKIT_AUTHENTICATION_TOKEN": value])?.count == 1)
        }
        for text in [
            Self.text(#""hun\nter2""#, #", "allowsLiteralSecrets": true"#),
            #"{ "baseURL": "https://example.com", "headers": { "X-A": { "env": "T" } } }"#,
            #"{ "baseURL": "https://example.com", "query": { "a": ["1", { "env": "T" }] } }"#,
            #"{ "baseURL": "https://example.com", "authentication": { "type": "basic", "user": "a\u0000", "password": { "env": "U" } } }"#,
        ] {
            let found = try problems(text, environment: ["T": "hun\nter2", "U": "hunter2"])
            #expect(found?.count == 1 && found?.first?.contains("control character") == true)
            #expect(found?.first?.contains("ter2") == false)
        }
    }

    @Test(arguments: [
        (#"hun\tter2"#, "a string with a control character"), (#"\ufeffhunter2"#, "a string with a byte order mark"),
        (#"hun\ufffdter2"#, "a string with U+FFFD, which replaces bytes that aren't UTF-8"),
    ])
    func `Settings file: the problem of a literal secret says what is wrong with it`(secret: String, found: String) throws {
        let problem = try problems(Self.text("\"\(secret)\"", #", "allowsLiteralSecrets": true"#))?.first
        #expect(problem?.hasSuffix("expected a secret, found \(found)") == true, "\(problem ?? "")")
    }

    @Test(arguments: [
        #""headers": { "X-Api-Key": "hunter2" }, "query": { "token": "hunter2" }"#, #""baseURL": "https://example.com/?apikey=hunter2""#,
        #""query": { "code": "hunter2" }"#, #""baseURL": "https://example.com/?code=hunter2""#,
    ])
    func `Settings file: a literal secret in a file that every user can read or write causes a warning`(setting: String) throws {
        let base = setting.contains("baseURL") ? "" : #""baseURL": "https://example.com", "#
        let folder = try SettingsFolder(["a.json": "{ \(base)\(setting), \"allowsLiteralSecrets\": true }"])
        for (mode, found) in [(0o604, "read"), (0o602, "write"), (0o606, "read and write")] {
            try folder.permit(mode, "a.json")
            let warnings = try folder.load().warnings.map(\.description)
            #expect(warnings.count == 1)
            #expect(warnings.first?.hasSuffix("found that every user of this machine can \(found) \"a.json\"") == true)
        }
        try folder.permit(0o600, "a.json")
        #expect(try folder.load().warnings.isEmpty)
        try folder.write(#"{ "baseURL": "https://example.com" }"#, to: "a.json")
        try folder.permit(0o644, "a.json")
        #expect(try folder.load().warnings.isEmpty)
    }

    @Test func `Settings file: a client key that every user can read or write causes a warning`() throws {
        let text = """
            { "baseURL": "https://example.com", "tls": { "clientCertificate": { "certificate": "c.pem", "key": "k.pem" } } }
            """
        let folder = try SettingsFolder(["a.json": text, "c.pem": "", "k.pem": ""])
        try folder.permit(0o644, "k.pem")
        #expect(try folder.load().warnings.map(\.key) == ["tls.clientCertificate.key"])
        try folder.permit(0o600, "k.pem")
        #expect(try folder.load().warnings.isEmpty)
    }

    @Test(arguments: [(0o604, "read"), (0o602, "write"), (0o666, "read and write")])
    func `Settings file: a secret's file that every user can read or write causes a warning`(mode: Int, found: String) throws {
        let folder = try SettingsFolder(["a.json": Self.text(#"{ "file": "secret" }"#), "secret": "hunter2"])
        try folder.permit(mode, "secret")
        #expect(
            try folder.load().warnings.map(\.description) == [
                "a.json:1:84: authentication.token: expected a file that only its owner can read and write, found that every user of this "
                    + "machine can \(found) \"\(folder.folder.file("secret").path)\""
            ])
        try folder.permit(0o600, "secret")
        #expect(try folder.load().warnings.isEmpty)
    }

    @Test func `Settings file: the target of a reference must exist`() throws {
        let folder = try SettingsFolder(["empty": " \n", "big": String(repeating: "x", count: 70_000)])
        let path = folder.folder.url.path
        for (reference, found) in [
            (#"{ "env": "NONE" }"#, #"a value in the environment variable "NONE", found that it is not set; did you mean "ONE"?"#),
            (#"{ "env": "ONE" }"#, #"a value in the environment variable "ONE", found that it is empty"#),
            (#"{ "file": "none" }"#, "a secret in the file \"\(path)/none\", found that it can't be read: No such file or directory"),
            (#"{ "file": "empty" }"#, "a secret in the file \"\(path)/empty\", found that it is empty"),
            (#"{ "file": "big" }"#, "a secret in the file \"\(path)/big\", found that it can't be read: it has more than 65536 bytes"),
            (#"{ "file": "." }"#, "a secret in the file \"\(path)/.\", found that it can't be read: it is not a regular file"),
        ] {
            try folder.write(Self.text(reference), to: "a.json")
            #expect(folder.problems(environment: ["ONE": " "]) == ["a.json:1:84: authentication.token: expected \(found)"])
        }
    }

    @Test func `Settings file: an unset variable is a distinct kind of problem, so that programs can ignore it`() throws {
        let error = try #require(throws: APIError.self) { try settings(Self.text(#"{ "env": "T" }"#)) }
        #expect(error.configurationProblems.map(\.missingVariable) == ["T"])
    }

    @Test func `Settings file: a literal secret in the file is an error, unless the file allows it`() async throws {
        #expect(try problems(Self.text(#""hunter2""#))?.count == 1)
        let configuration = try settings(Self.text(#""hunter2""#, #", "allowsLiteralSecrets": true"#))
        #expect(try await Self.token(of: configuration) == "Bearer hunter2")
        #expect(try settings(Self.text(#""hunter2""#), environment: ["ENDPOINTKIT_ALLOWS_LITERAL_SECRETS": "true"]).authentication != nil)
    }

    @Test(arguments: [
        #""headers": { "X-Api-Key": "hunter2" }"#, #""query": { "token": "hunter2" }"#,
        #""baseURL": "https://example.com/?apikey=hunter2""#,
    ])
    func `Settings file: a value under the name of a secret is a secret`(setting: String) throws {
        let text = setting.contains("baseURL") ? "{ \(setting) " : #"{ "baseURL": "https://example.com", \#(setting)"#
        #expect(try problems(text + "}")?.count == 1)
        let configuration = try settings(text + #", "allowsLiteralSecrets": true }"#)
        #expect(!configuration.settings.contains { "\($0)".contains("hunter2") })
    }

    @Test func `Settings file: a referenced header field isn't shown`() throws {
        let configuration = try settings(
            #"{ "baseURL": "https://example.com", "headers": { "X-Api-Key": { "env": "T" }, "X-Tenant": { "env": "T" } } }"#,
            environment: ["T": "hunter2"])
        #expect(configuration.headers == ["X-Api-Key": "hunter2", "X-Tenant": "hunter2"])
        for text in everyText(of: configuration) { #expect(!text.contains("hunter2")) }
        #expect(!configuration.settings.contains { "\($0)".contains("hunter2") })
    }

    /// Places into which a secret may be written by mistake.
    @Test(arguments: [
        #"{ "authentication": "hunter2" }"#, #"{ "authentication": { "type": "bearer", "token": ["hunter2"] } }"#,
        #"{ "authentication": { "type": "bearer" "token": "hunter2" } }"#, #"{ "authentication": { "type": "bearer", "token": hunter2 } }"#,
        #"{ "authentication": { "type": "bearer", "token": 'hunter2' } }"#, #"{ "authentication": { "token": "hunter2"#,
        #"{ "headers": { "Authorization": 1234567 } }"#, #"{ "headers": "Authorization: hunter2" }"#, #"{ "headers": ["hunter2"] }"#,
        #"{ "query": { "token": ["hunter2", "1234567"] } }"#, #"{ "baseURL": "https://ann:hunter2@example.com" }"#,
        #"{ "baseURL": "ftp://example.com?token=hunter2" }"#, #"{ "proxy": "http://ann:hunter2@proxy" }"#,
        #"{ "proxy": { "url": "http://proxy", "user": ["hunter2"], "password": "hunter2" } }"#,
        #"{ "authentication": { "token" "hunter2" } }"#,
        #"{ "tls": { "clientCertificate": { "password": "hunter2" } } }"#,
        #"{ "authentication": { "publicKey": { "hunter": "hunter2" } } }"#,
    ])
    func `Settings file: no message shows a secret`(text: String) throws {
        let error = try #require(throws: APIError.self) { try settings(text, environment: ["ENDPOINTKIT_AUTHENTICATION_USER": "hunter2"]) }
        for text in everyText(of: error) {
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("1234567"))
        }
    }

    @Test func `Settings file: no text form of a configuration shows a secret`() throws {
        let configuration = try settings(
            Self.text(
                #"{ "env": "T" }"#,
                #", "headers": { "Cookie": { "env": "T" } }, "proxy": { "url": "http://p", "user": "u", "password": { "env": "T" } }"#),
            environment: ["T": "hunter2", "OTHER": "hunter2"])
        for text in everyText(of: configuration) + everyText(of: configuration.settings) + everyText(of: configuration.origins) {
            #expect(!text.contains("hunter2"))
        }
    }
}
