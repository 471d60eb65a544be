import EndpointKit
import Testing

@Suite struct ConfigurationAmountTests {
    @Test func `baseURL: its escapes are kept as they are in the file`() throws {
        for (text, url) in [("/caf%C3%A9/ü", "/caf%C3%A9/%C3%BC"), ("/a%2Fb", "/a%2Fb")] {
            let configuration = try settings(#"{ "baseURL": "https://example.com\#(text)" }"#)
            #expect(configuration.baseURL.absoluteString == "https://example.com\(url)")
        }
    }

    @Test(
        arguments: [
            ("1ms", .milliseconds(1)), ("1.5s", .milliseconds(1500)), ("0.000001s", .microseconds(1)), ("2m", .seconds(120)),
            ("1.5h", .seconds(5400)), ("7d", .seconds(604_800)), ("0.0001ms", .nanoseconds(100)), ("007s", .seconds(7)),
            ("99999d", .seconds(99_999 * 86_400)), ("1.999999999s", .nanoseconds(1_999_999_999)), ("0.000001ms", .nanoseconds(1)),
            ("0.123456789d", .nanoseconds(10_666_666_569_600)),
        ] as [(String, Duration)])
    func `Settings file: a duration is a number with a unit`(text: String, duration: Duration) throws {
        #expect(try settings(#"{ "baseURL": "https://example.com", "deadline": "\#(text)" }"#).policies.deadline == duration)
    }

    @Test(arguments: [
        ("30", "\"30s\""), ("30 s", "\"30s\""), ("30S", "\"30s\""), ("30sec", "\"30s\""), ("1.5 minutes", "\"1.5m\""), ("2hrs", "\"2h\""),
        ("3 days", "\"3d\""), ("5msecs", "\"5ms\""), ("s", nil), ("", nil), ("-1s", nil), (".5s", nil), ("1.s", nil), ("1..5s", nil),
        ("1e3s", nil),
        ("soon", nil), ("999999999999d", nil), ("99999999999999999999s", nil), ("0s", nil), ("1s ", "\"1s\""), ("٣s", nil),
        ("1.0000000001s", nil), ("0.0000001ms", nil), ("100000d", nil), ("1w", nil),
    ])
    func `Settings file: an invalid duration is rejected with a suggestion`(text: String, suggestion: String?) throws {
        let error = try #require(throws: APIError.self) { try settings(#"{ "baseURL": "https://example.com", "deadline": "\#(text)" }"#) }
        #expect(error.configurationProblems.map(\.suggestion) == [suggestion])
    }

    @Test(arguments: [("1B", 1), ("1KB", 1024), ("3MB", 3 << 20), ("2GB", 2 << 30)])
    func `Settings file: a size is a whole number with a unit`(text: String, bytes: Int) throws {
        let configuration = try settings(#"{ "baseURL": "https://example.com", "limits": { "bodySize": "\#(text)" } }"#)
        #expect(configuration.policies.bodyLimit == bytes)
        #expect(configuration.settings.first { $0.key == "limits.bodySize" }?.value == text)
    }

    @Test(arguments: [
        (#""10""#, "\"10B\""), (#""10 mb""#, "\"10MB\""), (#""10MiB""#, "\"10MB\""), (#""10k""#, "\"10KB\""), ("1024", "\"1KB\""),
        ("-1", nil),
        (#""0MB""#, nil), (#""1.5MB""#, nil), (#""99999999999GB""#, nil), (#""MB""#, nil), (#""10TB""#, nil), (#""1000000000GB""#, nil),
    ])
    func `Settings file: an invalid size is rejected with a suggestion`(value: String, suggestion: String?) throws {
        let text = #"{ "baseURL": "https://example.com", "limits": { "bodySize": \#(value) } }"#
        let error = try #require(throws: APIError.self) { try settings(text) }
        #expect(error.configurationProblems.map(\.suggestion) == [suggestion])
    }
}
