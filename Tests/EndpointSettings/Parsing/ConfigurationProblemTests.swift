import EndpointKit
import Testing

@Suite struct ConfigurationProblemTests {
    @Test(arguments: [
        ("", "1:1: expected a value, found the end of the file"), ("[]", "1:1: expected an object, found a list"),
        ("null", "1:1: expected an object, found null"), ("{}{}", "1:3: expected the end of the file, found \"{\""),
        ("{\n  \"appVersion\": \"1\n}", "2:19: expected valid JSON, found a line break in a string"),
        ("{ \"appVersion\": \"\\x\" }", "1:19: expected valid JSON, found a \"\\\" that begins no escape"),
        ("{ \"appVersion\": \"\\uD800\" }", "1:18: expected valid JSON, found a lone surrogate"),
        ("{ /* \"appVersion\": 1 }", "1:3: expected a key, found an unterminated comment"),
        ("{ \"appVersion\" = 1 }", "1:16: expected \":\", found \"=\""),
        ("{ “appVersion”: 1 }", "1:3: expected a key in quotes, found a word without quotes"),
        ("{ \"deadline\": 1e400 }", "1:15: expected valid JSON, found a number that is too large"),
        ("{ \"deadline\": 01 }", "1:15: expected a value, found a number with a leading zero"),
        ("{ \"deadline\": -007.5 }", "1:15: expected a value, found a number with a leading zero"),
        ("{ \"deadline\": 1_000 }", "1:15: expected a value, found a number with an underscore"),
        ("{ \"deadline\": 0x1F }", "1:15: expected a value, found a number that isn't decimal"),
        ("{ \"deadline\": 1.2.3 }", "1:15: expected a value, found a malformed number"),
        ("{ 'deadline': 1 }", "1:3: expected a key, found a single quote"),
        (
            "{ \"appVersion\": \(String(repeating: "[", count: 600)) }",
            "1:528: expected valid JSON, found arrays and objects more than 512 deep"
        ),
    ])
    func `ConfigurationProblem: unreadable text is reported with its location`(text: String, message: String) throws {
        #expect(try problems(text)?.first == "a.json:" + message)
    }

    @Test func `ConfigurationProblem: a reader ends on any input`() throws {
        let told = try #require(try problems("{ \"headers\": [\(Array(repeating: "a", count: 5000).joined(separator: ", "))] }"))
        #expect(told.count == 101)
        #expect(told.first == "a.json:1:15: expected a value, found a word without quotes")
        #expect(told.last == "a.json:1:315: expected valid JSON, found more mistakes than are listed")
    }

    @Test func `ConfigurationProblem: repeated keys are reported like other errors`() throws {
        let told = try #require(try problems("{ \(Array(repeating: "\"deadline\": 1", count: 5000).joined(separator: ", ")) }"))
        #expect(told.count == 101)
        #expect(told.last?.hasSuffix("expected valid JSON, found more mistakes than are listed") == true)
    }

    @Test func `ConfigurationProblem: a reader continues after an error if it can, and reports all of them`() throws {
        let text = """
            {
              "baseURL": "https://example.com"
              "deadline": 5s,
              "reusesConnectionsForUnsafeRequests": True,
              requestTimeout: "5",
              "limits": { "bodySize": 10MB, "maxConcurrentCalls": "3", "ducks": {} },
              "deadline": "1s",
              "appVersion": hunter2,
              "log": { "level": "cals" },
            }
            """
        #expect(
            try problems(text) == [
                "a.json:3:3: expected \",\" or \"}\", found a string",
                "a.json:3:15: expected a value, found a word without quotes; did you mean \"5s\"?",
                "a.json:4:41: expected a value, found a word without quotes; did you mean true?",
                "a.json:5:3: expected a key in quotes, found a word without quotes",
                "a.json:5:19: requestTimeout: expected a duration above zero such as \"500ms\" or \"30s\", found \"5\"; did you mean \"5s\"?",
                "a.json:6:27: expected a value, found a word without quotes; did you mean \"10MB\"?",
                "a.json:6:55: limits.maxConcurrentCalls: expected a whole number from 1 to 1000000, found \"3\"; did you mean 3?",
                "a.json:6:60: limits.ducks: expected a known key, found \"ducks\"",
                "a.json:7:3: expected each key once, found \"deadline\" again",
                "a.json:8:17: expected a value, found a word without quotes",
                "a.json:9:21: log.level: expected one of \"none\", \"calls\", \"attempts\", \"trace\", found \"cals\"; did you mean \"calls\"?",
            ])
    }

    @Test(arguments: [
        ("\n", "{\n  \"é😀\": 1,\n\t\"x\": 2\n}", [(2, 3), (3, 2)]), ("\r\n", "{\r\n \"é😀\": 1, \"x\": 2}", [(2, 2), (2, 11)]),
        ("\r", "{\r\r\"a\": 1,\r \"x\": 2}", [(3, 1), (4, 2)]), ("bom", "\u{FEFF}{ \"a\": 1,\n\"x\": 2}", [(1, 3), (2, 1)]),
        ("é", "{ \"é\": 1, \"x\": 2}", [(1, 3), (1, 11)]),
    ])
    func `ConfigurationProblem: lines may end in any of the usual ways, and columns count characters`(
        name: String, text: String, places: [(Int, Int)]
    ) throws {
        let error = try #require(throws: APIError.self) { try settings(text, environment: ["ENDPOINTKIT_BASE_URL": "https://example.com"]) }
        let origins = error.configurationProblems.map(\.origin)
        #expect(origins == places.map { .file("a.json", line: $0.0, column: $0.1) })
    }

    @Test func `ConfigurationProblem: misplaced and misspelled keys are found`() throws {
        let text = """
            {
              "baseURL": "https://example.com", "maxAttempts": 3,
              "retry": { "deadline": "1s", "max_attempts": 3 },
              "tls": { "clientCertificate": { "cert": "a" }, "clientCertificate.key": "a" },
              "\\u001B[31m": 1,
            }
            """
        #expect(
            try problems(text) == [
                "a.json:2:37: maxAttempts: expected a known key, found \"maxAttempts\"; did you mean \"retry.maxAttempts\"?",
                "a.json:3:14: retry.deadline: expected a known key, found \"deadline\"; did you mean \"deadline\" at the top?",
                "a.json:3:32: retry.max_attempts: expected a known key, found \"max_attempts\"; did you mean \"maxAttempts\"?",
                "a.json:4:35: tls.clientCertificate.cert: expected a known key, found \"cert\"",
                "a.json:4:50: tls.clientCertificate.key: expected a known key, found \"clientCertificate.key\"; did you mean \"clientCertificate\"?",
                "a.json:5:3: <5 characters>: expected a known key, found <5 characters>",
            ])
    }

    @Test(arguments: [
        ("timeout", "requestTimeout"), ("url", "baseURL"), ("retryPolicy", "retry"), ("http", "httpVersion"),
        ("insecure", "allowsInsecureHTTP"),
    ])
    func `ConfigurationProblem: a key that shares words with a known key suggests it`(key: String, suggestion: String) throws {
        let text = "{ \"baseURL\": \"https://example.com\", \"\(key)\": 1 }"
        #expect(try problems(text)?.map { $0.hasSuffix("; did you mean \"\(suggestion)\"?") } == [true])
    }
}
