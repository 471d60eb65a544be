import EndpointKit
import Testing

/// The time to load grows with the square of the number of settings, so the number is limited.
@Suite struct ConfigurationLimitTests {
    private static func members(_ count: Int, _ value: String, prefix: String = "x") -> String {
        (0..<count).map { "\"\(prefix)\($0)\": \(value)" }.joined(separator: ", ")
    }

    private static func file(_ rest: String) -> String { "{ \"baseURL\": \"https://example.com\",\n\(rest) }" }

    /// Files with a thousand settings each, including the base URL.
    private static let full = [
        "members": "\"headers\": { \(members(998, "\"v\"")) }",
        "elements": "\"redaction\": { \"names\": [\(Array(repeating: "\"n\"", count: 997).joined(separator: ", "))] }",
        "query": "\"query\": { \"q\": [\(Array(repeating: "1", count: 997).joined(separator: ", "))] }",
        "profiles": "\"headers\": { \(members(987, "\"v\"")) }, \"profiles\": { \(members(10, "{}")) }",
    ]

    @Test(arguments: full.keys.sorted())
    func `Settings file: a thousand settings are read, and one more is an error`(of kind: String) throws {
        let rest = try #require(Self.full[kind])
        #expect(try problems(Self.file(rest)) == nil)
        let told = try #require(try problems(Self.file(rest + ", \"appVersion\": \"1\"")))
        #expect(told.count == 1 && told[0].hasSuffix(": expected at most 1000 settings, found more"))
    }

    @Test func `Settings file: an excess setting is reported once, and later problems are still found`() throws {
        let text = "{ \(Self.members(5000, "1")), \"profiles\": { \(Self.members(3, "{ \"y\": 1 }")) }, \"baseURL\": 1 }"
        let told = try #require(try problems(text))
        #expect(told.count == 1001)
        #expect(told.count { $0.contains("expected a known key") } == 1000)
        #expect(told.last?.hasSuffix("expected at most 1000 settings, found more") == true)
    }

    @Test func `Settings file: a hundred profiles are read, and one more is an error`() throws {
        #expect(try problems(Self.file("\"profiles\": { \(Self.members(100, "{}")) }"), profile: "x99") == nil)
        let more = "\"profiles\": {\n\(Self.members(150, "{}")) }"
        #expect(
            try problems(Self.file(more), profile: "x149")?.map { $0.replacing(/:3:\d+/, with: "") } == [
                "a.json: profiles.<4 characters>: expected at most 100 profiles, found more"
            ])
    }

    @Test func `Settings file: the length of a string is limited`() throws {
        let text = String(repeating: "é", count: 10_000)
        #expect(try problems(Self.file("\"basePath\": \"\(text)\"")) == nil)
        #expect(
            try problems(Self.file("\"basePath\": \"\(text)a\"")) == [
                "a.json:2:13: basePath: expected a string of at most 10000 characters, found a longer one"
            ])
    }

    @Test func `Settings file: a query item with many values is shown in the order of the file`() throws {
        let configuration = try settings(Self.file("\"query\": { \"a\": [1, 2], \"b\": 3 }"))
        #expect(configuration.settings.filter { $0.key.hasPrefix("query.") }.map(\.value) == ["[\"1\",\"2\"]", "3"])
    }
}
