import EndpointKit
import Testing

@Suite struct SpellingTests {
    @Test(arguments: [("", "", 0), ("a", "", 1), ("limit", "limit", 0), ("limt", "limit", 1), ("ilmit", "limit", 1), ("abc", "xyz", 3)])
    func `Spelling: the distance between two words is the number of typing errors between them`(a: String, b: String, distance: Int) {
        #expect(Spelling.distance(a, b) == distance)
        #expect(Spelling.distance(b, a) == distance)
    }

    @Test func `Spelling: a similar name is found even if a nearer name doesn't qualify`() {
        #expect(Spelling.nearest(to: "maxAttem", among: ["max", "maxAttempts", "t"]) == "maxAttempts")
        #expect(Spelling.nearest(to: "abxx", among: ["ab", "abcdef", "abcdxxghi"]) == nil)
    }

    @Test(arguments: [("baseUrl", "baseURL"), ("reqestTimeout", "requestTimeout"), ("xyz", nil), ("", nil)])
    func `Spelling: the nearest name is found in any case, and a distant one isn't`(text: String, nearest: String?) {
        #expect(Spelling.nearest(to: text, among: ["baseURL", "requestTimeout", "query"]) == nearest)
    }

    @Test(arguments: [
        ("timeout", "requestTimeout"), ("TIMEOUT", "requestTimeout"), ("request-timeout-seconds", "requestTimeout"),
        ("queryParameters", "query"),
        ("base", "baseURL"), ("out", nil), ("s", nil), ("limit", nil),
    ])
    func `Spelling: a name with the same words is the next best`(text: String, nearest: String?) {
        #expect(Spelling.nearest(to: text, among: ["baseURL", "requestTimeout", "connectTimeout", "query"]) == nearest)
    }
}
