import EndpointKit
@testable import EndpointSettings
import Foundation
import TestSupport
import Testing

/// Secrets go only to the receiver that their own layer names.
@Suite struct ConfigurationReceiverTests {
    /// A way to replace a value of a settings file.
    enum Layer: CaseIterable {
        case profile, extendingFile, variable, fileOverCode, profileOfCode, lookup

        /// Loads a file with `secrets`. The layer replaces the value of `key` with `value`.
        func load(_ secrets: String, replacing key: String, with value: String) throws -> APIConfiguration {
            let base = #""baseURL": "https://api.example.com", \#(secrets)"#
            let names = key.split(separator: ".")
            let change =
                names.dropLast().reduce("") { $0 + #""\#($1)": {"# } + #""\#(names.last ?? "")": "\#(value)""#
                + String(repeating: "}", count: names.count - 1)
            let certificate = "Test"
            let folder = try SettingsFolder(["one.pem": certificate, "two.pem": certificate])
            var (profile, environment, options): (String?, [String: String], ConfigurationOptions) = (
                nil, ["SECRET": "hunter2", "PATH_OF": folder.folder.url.path], ConfigurationOptions()
            )
            var file = "{ \(base) }"
            switch self {
            case .profile:
                file = #"{ \#(base), "profiles": { "p": { \#(change) } } }"#
                profile = "p"
            case .extendingFile:
                try folder.write(file, to: "base.json")
                file = #"{ "extends": "base.json", \#(change) }"#
            case .variable:
                let variable = try #require(ConfigurationKey.all.first { $0.name == key }).variable
                let isPath = value.hasSuffix(".pem")
                options.variablePrefix = "HEROES_"
                environment["HEROES_" + variable] = isPath ? folder.folder.url.path + "/" + value : value
            case .fileOverCode:
                options.defaults = file.replacing(".pem", with: ".pem").replacing(
                    #""one.pem""#, with: #""\#(folder.folder.url.path)/one.pem""#)
                file = "{ \(change) }"
            case .profileOfCode:
                options.defaults = #"{ \#(base), "profiles": { "p": { \#(change) } } }"#
                    .replacing(#""one.pem""#, with: #""\#(folder.folder.url.path)/one.pem""#)
                    .replacing(#""two.pem""#, with: #""\#(folder.folder.url.path)/two.pem""#)
                file = "{}"
                profile = "p"
            case .lookup:
                let path = folder.folder.url.path
                options.lookup = { $0.name == key ? value.hasSuffix(".pem") ? path + "/" + value : value : nil }
            }
            try folder.write(file, to: "a.json")
            return try APIConfiguration(
                contentsOf: folder.folder.file("a.json"), profile: profile, environment: environment, options: options)
        }
    }

    private static let proxy = #""proxy": { "url": "http://proxy.example.com", "user": "ann", "password": { "env": "SECRET" } }"#
    private static let token = #""authentication": { "type": "bearer", "token": { "env": "SECRET" } }"#
    private static let members = """
        "headers": { "X-Api-Key": { "env": "SECRET" }, "Accept-Language": "en" }, "query": { "apikey": { "env": "SECRET" }, "lang": "en" }
        """
    private static let certificate = """
        "tls": { "clientCertificate": { "certificate": "one.pem", "key": "one.pem", "password": { "env": "SECRET" } } }
        """

    @Test(arguments: Layer.allCases, ["http://other.example.com", "none", "environment"])
    func `Settings: another proxy doesn't get the password of the old one`(layer: Layer, value: String) throws {
        let configuration = try layer.load(Self.proxy, replacing: "proxy.url", with: value)
        switch (value, configuration.policies.connection.proxy) {
        case ("none", .direct), ("environment", .environment): break
        case (_, .url(let url, let user, let password)):
            #expect(url.absoluteString == value && user == nil && password == nil)
        case (_, let other): #expect(Bool(false), "\(other)")
        }
    }

    @Test(arguments: Layer.allCases, ["http://proxy.example.com", "HTTP://Proxy.Example.com/"])
    func `Settings: the same proxy keeps its password`(layer: Layer, url: String) throws {
        let configuration = try layer.load(Self.proxy, replacing: "proxy.url", with: url)
        guard case .url(_, "ann", let password?) = configuration.policies.connection.proxy else { return #expect(Bool(false)) }
        #expect(password.reveal() == "hunter2")
    }

    @Test(arguments: Layer.allCases, ["https://other.example.com", "https://api.example.com:8443"])
    func `Settings: a base URL at another server doesn't get the secrets that a file holds for the old one`(
        layer: Layer, value: String
    ) throws {
        let held = [Self.token, Self.members].joined(separator: ", ").replacing(#"{ "env": "SECRET" }"#, with: #"{ "file": "one.pem" }"#)
        let error = try #require(throws: APIError.self) { try layer.load(held, replacing: "baseURL", with: value) }
        #expect(Set(error.configurationProblems.map(\.key)) == ["authentication.token", "headers.X-Api-Key", "query.apikey"])
        #expect(error.configurationProblems.allSatisfy { $0.message.hasSuffix("found that for another server") })
    }

    @Test(arguments: Layer.allCases)
    func `Settings: secrets from variables, and secrets next to the base URL, are kept`(layer: Layer) throws {
        for value in ["https://other.example.com", "https://api.example.com/v2", "http://127.0.0.1:8080", "http://localhost"] {
            let secrets = [Self.token, Self.members].joined(separator: ", ")
            let configuration = try layer.load(secrets, replacing: "baseURL", with: value)
            #expect(configuration.baseURL.absoluteString == value)
            #expect(
                configuration.authentication != nil && configuration.headers.contains("X-Api-Key") && configuration.query["apikey"] != nil)
        }
        let held = Self.token.replacing(#"{ "env": "SECRET" }"#, with: #"{ "file": "one.pem" }"#)
        for value in ["https://api.example.com/v2", "http://127.0.0.1:8080", "http://localhost"] {
            #expect(try layer.load(held, replacing: "baseURL", with: value).authentication != nil)
        }
    }

    @Test(arguments: Layer.allCases) func `Settings: a different client certificate needs its own key`(layer: Layer) throws {
        let error = try #require(throws: APIError.self) {
            try layer.load(Self.certificate, replacing: "tls.clientCertificate.certificate", with: "two.pem")
        }
        #expect(error.configurationProblems.map(\.key) == ["tls.clientCertificate.certificate"])
    }

    @Test(arguments: Layer.allCases) func `Settings: another key of the client certificate doesn't get the old password`(
        layer: Layer
    ) throws {
        let configuration = try layer.load(Self.certificate, replacing: "tls.clientCertificate.key", with: "two.pem")
        let certificate = try #require(configuration.policies.connection.tls.clientCertificate)
        #expect(certificate.key.lastPathComponent == "two.pem" && certificate.password == nil)
    }

    /// The lookup returns a receiver and its secrets; a variable replaces the receiver.
    @Test(arguments: ["http://other.example.com", "none"])
    func `Settings: another proxy from a variable doesn't get the password that is looked up`(value: String) throws {
        let values = ["proxy": "http://proxy.example.com", "proxy.user": "ann", "proxy.password": "hunter2"]
        func proxy(_ url: String) throws -> String {
            let configuration = try lookedUp(values, ["HEROES_PROXY": url])
            guard case .url(let url, let user, let password) = configuration.policies.connection.proxy else { return "none" }
            return "\(url) \(user ?? "") \(password?.reveal() ?? "")"
        }
        #expect(try proxy("http://Proxy.example.com/") == "http://Proxy.example.com/ ann hunter2")
        #expect(try proxy(value).hasPrefix(value) && !proxy(value).contains("hunter2") && !proxy(value).contains("ann"))
    }

    @Test func `Settings: another authentication or certificate from a variable needs its own secrets`() throws {
        let folder = try SettingsFolder(["one.pem": "Test", "two.pem": "Test"])
        let (one, two) = (folder.folder.url.path + "/one.pem", folder.folder.url.path + "/two.pem")
        let (type, certificate) = ("HEROES_AUTHENTICATION_TYPE", "HEROES_TLS_CLIENT_CERTIFICATE_CERTIFICATE")
        let user = ["authentication.type": "basic", "authentication.user": "ann", "authentication.password": "hunter2"]
        let file = ["certificate": one, "key": one, "password": "hunter2"].map { ("tls.clientCertificate.\($0.key)", $0.value) }
        let files = Dictionary(uniqueKeysWithValues: file)
        #expect(try lookedUp(user, [type: "basic"]).authentication != nil)
        #expect(try lookedUp(files, [certificate: one]).policies.connection.tls.clientCertificate?.password != nil)
        for (values, environment) in [(user, [type: "digest"]), (files, [certificate: two])] {
            #expect(throws: APIError.self) { try lookedUp(values, environment) }
        }
    }

    private func lookedUp(_ values: [String: String], _ environment: [String: String]) throws -> APIConfiguration {
        var options = ConfigurationOptions(variablePrefix: "HEROES_")
        options.lookup = { values[$0.name] }
        let folder = try SettingsFolder(["a.json": #"{ "baseURL": "https://api.example.com" }"#])
        return try APIConfiguration(contentsOf: folder.folder.file("a.json"), environment: environment, options: options)
    }

    @Test func `Settings: a layer that replaces a receiver may supply its own secrets`() throws {
        let text = """
            {
              "baseURL": "https://api.example.com", "authentication": { "type": "bearer", "token": { "file": "own" } }, \(Self.proxy),
              "profiles": {
                "other": {
                  "authentication": { "token": { "file": "other" } }, "baseURL": "https://other.example.com",
                  "proxy": { "user": "bob", "password": { "env": "OTHER" }, "url": "http://other.example.com" },
                },
              },
            }
            """
        let folder = try SettingsFolder(["a.json": text, "own": "hunter2", "other": "swordfish"])
        let configuration = try folder.load(profile: "other", environment: ["SECRET": "hunter2", "OTHER": "swordfish"])
        guard case .url(_, "bob", let password?) = configuration.policies.connection.proxy else { return #expect(Bool(false)) }
        #expect(password.reveal() == "swordfish" && configuration.authentication != nil)
    }

    @Test func `Settings: an object of a higher layer replaces a value in its place`() throws {
        let text = #"{ "cookies": false, "profiles": { "p": { "cookies": { "domains": ["example.com"] } }, "q": { "deadline": "1s" } } }"#
        let base = text.replacing(#"{ "cookies""#, with: #"{ "baseURL": "https://api.example.com", "cookies""#)
        #expect(try settings(base, profile: "p").policies.cookies?.domains == ["example.com"])
        #expect(try settings(base, profile: "q").policies.cookies == nil)
        let on = try settings(base, environment: ["ENDPOINTKIT_COOKIES_DOMAINS": "example.com"])
        #expect(on.policies.cookies != nil)
    }

    @Test func `Settings: every key with a secret belongs to a key that decides who gets it`() {
        let owned = ConfigurationKey.all.flatMap(\.secrets)
        for key in ConfigurationKey.all {
            if case .secret = key.kind {
                #expect(owned.contains { $0.hasSuffix(".") ? key.name.hasPrefix($0) : key.name == $0 }, "\(key.name)")
            }
        }
    }
}
