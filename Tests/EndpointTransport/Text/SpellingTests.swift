import EndpointKit
import Testing

@Suite struct SpellingTests {
    @Test(arguments: [("", "", 0), ("a", "", 1), ("limit", "limit", 0), ("limt", "limit", 1), ("ilmit", "limit", 1), ("abc", "xyz", 3)])
    func `two words are as far apart as the slips between them`(a: String, b: String, distance: Int) {
        #expect(Spelling.distance(a, b) == distance)
        #expect(Spelling.distance(b, a) == distance)
    }

    @Test func `a name that is similar enough is found beside one that is nearer and isn't`() {
        #expect(Spelling.nearest(to: "maxAttem", among: ["max", "maxAttempts", "t"]) == "maxAttempts")
        #expect(Spelling.nearest(to: "abxx", among: ["ab", "abcdef", "abcdxxghi"]) == nil)
    }

    @Test(arguments: [("baseUrl", "baseURL"), ("reqestTimeout", "requestTimeout"), ("xyz", nil), ("", nil)])
    func `the nearest name is found in any case, and none that is far`(text: String, nearest: String?) {
        #expect(Spelling.nearest(to: text, among: ["baseURL", "requestTimeout", "query"]) == nearest)
    }

    @Test(arguments: [
        ("timeout", "requestTimeout"), ("TIMEOUT", "requestTimeout"), ("request-timeout-seconds", "requestTimeout"),
        ("queryParameters", "query"),
        ("base", "baseURL"), ("out", nil), ("s", nil), ("limit", nil),
    ])
    func `a name with the same words is the next best`(text: String, nearest: String?) {
        #expect(Spelling.nearest(to: text, among: ["baseURL", "requestTimeout", "connectTimeout", "query"]) == nearest)
    }
}
