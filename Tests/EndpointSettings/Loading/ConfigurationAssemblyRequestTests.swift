import EndpointKit
import TestSupport
import Testing

/// Settings with which every call would fail are reported as problems when they are loaded.
@Suite struct ConfigurationAssemblyRequestTests {
    @Test(arguments: [
        ("x?apikey=hunter2", "a string with a \"?\"; move the part after it to \"query\", or write %3F for the character"),
        ("a#hunter2", "a string with a \"#\", but fragments aren't sent; write %23 for the character"),
        ("http://u:hunter2@x", "a URL, which belongs in \"baseURL\""),
    ])
    func `Settings file: a base path is only a path`(path: String, found: String) throws {
        let text = #"{ "baseURL": "https://example.com", "profiles": { "p": { "basePath": "\#(path)" } } }"#
        #expect(
            try problems(text, profile: "p") == [
                "a.json:1:70: profiles.p.basePath: expected a path such as \"/v1/public\", found \(found)"
            ])
        let variable = try problems(#"{ "baseURL": "https://example.com" }"#, environment: ["ENDPOINTKIT_BASE_PATH": path])
        #expect(variable == ["ENDPOINTKIT_BASE_PATH: basePath: expected a path such as \"/v1/public\", found \(found)"])
    }

    @Test(arguments: [
        ("x?apikey=hunter2", "x…"), ("a/b#hunter2", "a/b…"), ("http://u:hunter2@x", "http…"), ("a%3Fb", "<3 characters>"),
    ])
    func `Settings file: text after the path in a base path isn't shown`(path: String, shown: String) throws {
        var configuration = APIConfiguration(baseURL: try exampleURL("https://example.com"))
        configuration.basePath = Path(path)
        #expect(configuration.settings.first { $0.key == "basePath" }?.value == shown)
        for text in everyText(of: configuration) + everyText(of: configuration.settings) { #expect(!text.contains("hunter2"), "\(text)") }
    }

    @Test(arguments: [
        ("Content-Length", "3"), ("content-length", "0"), ("Transfer-Encoding", "chunked"), ("TE", "trailers"), ("Trailer", "X-A"),
        ("Upgrade", "h2c"), ("Keep-Alive", "timeout=5"), ("HTTP2-Settings", "a"), ("Proxy-Connection", "close"),
    ])
    func `Settings file: a header field that only the transport may write is a problem`(name: String, value: String) throws {
        let found = "\"\(name)\", which only the transport may write; remove it"
        let end = "\(name): expected a field that isn't the transport's own, found \(found)"
        let own = #"{ "baseURL": "https://example.com", "headers": { "\#(name)": "\#(value)" } }"#
        #expect(try problems(own) == ["a.json:1:50: headers.\(end)"])
        let text =
            #"{ "baseURL": "https://example.com", "authentication": { "type": "headers", "headers": { "\#(name)": { "env": "T" } } } }"#
        #expect(try problems(text, environment: ["T": value]) == ["a.json:1:89: authentication.headers.\(end)"])
    }

    @Test func `Settings file: a Connection field is close or keep-alive`() throws {
        func text(_ value: String) -> String { #"{ "baseURL": "https://example.com", "headers": { "Connection": \#(value) } }"# }
        for value in [#""close""#, #""Keep-Alive""#, "null"] { #expect(try problems(text(value)) == nil) }
        for value in [#""X-A""#, #""close, X-A""#, #"{ "env": "T" }"#] {
            #expect(
                try problems(text(value), environment: ["T": "close"]) == [
                    "a.json:1:50: headers.Connection: expected \"close\" or \"keep-alive\", found another value; remove the field"
                ])
        }
    }

    @Test func `Settings file: a Host field may be set`() throws {
        #expect(try problems(#"{ "baseURL": "https://example.com", "headers": { "Host": "a.example.com" } }"#) == nil)
    }

    @Test func `Settings file: the user name for basic authentication must not contain a colon`() throws {
        let text =
            #"{ "baseURL": "https://example.com", "authentication": { "type": "basic", "user": { "env": "U" }, "password": { "env": "T" } } }"#
        #expect(
            try problems(text, environment: ["U": "ann:hunter2", "T": "hunter2"]) == [
                "a.json:1:82: authentication.user: expected a user name without a colon, which separates it from the password, found one with a colon"
            ])
        #expect(try problems(text, environment: ["U": "ann", "T": "hun:ter2"]) == nil)
    }

    @Test(arguments: [("query", "query item"), ("headers", "header field")])
    func `Settings file: an authentication without items is a problem that says what is missing`(part: String, what: String) throws {
        for value in ["{}", "null", #"{ "a": null }"#] {
            let text = #"{ "baseURL": "https://example.com", "authentication": { "type": "\#(part)", "\#(part)": \#(value) } }"#
            let expected = #"expected at least one \#(what), such as {"NAME": {"env": "VARIABLE"}}, found nothing"#
            #expect(try problems(text) == [#"a.json:1:65: authentication.\#(part): \#(expected)"#])
        }
    }
}
