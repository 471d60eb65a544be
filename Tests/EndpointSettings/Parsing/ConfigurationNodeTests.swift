import EndpointKit
import Foundation
import TestSupport
import Testing

/// A number is sent and shown as written in the file.
@Suite struct ConfigurationNodeTests {
    @Test(arguments: ["12345678901234567890123", "1e3", "-0", "1.10", "1.0", "1E+2", "0.1", "18446744073709551615", "7"])
    func `Settings file: a number in the query is sent as written`(number: String) throws {
        let file = try settings(
            #"{ "baseURL": "https://example.com", "query": { "a": \#(number), "b": [\#(number)] }, "redaction": { "shown": ["a"] } }"#)
        let variable = try settings(
            #"{ "baseURL": "https://example.com", "redaction": { "shown": ["a"] } }"#,
            environment: ["ENDPOINTKIT_QUERY": #"{ "a": \#(number), "b": [\#(number)] }"#])
        for configuration in [file, variable] {
            #expect(configuration.query["a"] == number && configuration.query["b"] == number)
            #expect(configuration.settings.first { $0.key == "query.a" }?.value == number)
        }
    }

    @Test(arguments: [
        (#""redirects": { "limit": 99999999999999999999 }"#, "found a number"),
        (#""basePath": 1.10"#, "found 1.10; did you mean \"1.10\"?"), (#""headers": { "X-A": 1e3 }"#, "did you mean \"1e3\"?"),
        (#""deadline": 1.50"#, "found 1.50; did you mean \"1.50s\"?"),
        (#""redirects": { "limit": 9999999999 }"#, "found 9999999999"),
        (#""limits": { "quota": { "calls": 1, "per": "3661d" } }"#, "expected a duration from \"1ms\" to \"3660d\", found \"3661d\""),
        (#""limits": { "quota": { "calls": 1, "per": "0.5ms" } }"#, "expected a duration from \"1ms\" to \"3660d\", found \"0.5ms\""),
    ])
    func `Settings file: a problem shows a number as written`(text: String, end: String) throws {
        let problem = try problems("{ \"baseURL\": \"https://example.com\", \(text) }")?.first
        #expect(problem?.hasSuffix(end) == true, "\(problem ?? "")")
    }

    @Test func `Settings file: a fraction in the query of a property list must be a string`() throws {
        func list(_ value: String) -> String {
            "<plist version=\"1.0\"><dict><key>baseURL</key><string>https://example.com</string>"
                + "<key>query</key><dict><key>a</key>\(value)</dict></dict></plist>"
        }
        #expect(try settings(list("<integer>5</integer>")).query["a"] == "5")
        #expect(try settings(list("<string>1.10</string>")).query["a"] == "1.10")
        let problem = try problems(list("<real>1.10</real>"))?.first
        #expect(problem?.hasSuffix("whose digits a property list doesn't keep; write it as a string") == true, "\(problem ?? "")")
    }

    @Test func `Settings file: a number has at most as many characters as a string`() throws {
        let number = "0." + String(repeating: "1", count: 10_000)
        let problem = try problems(#"{ "baseURL": "https://example.com", "query": { "a": \#(number) } }"#)?.first
        #expect(problem?.hasSuffix("expected a string of at most 10000 characters, found a longer one") == true, "\(problem ?? "")")
    }
}
