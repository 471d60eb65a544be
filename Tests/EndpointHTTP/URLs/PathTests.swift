import EndpointKit
import Testing

@Suite struct PathTests {
    @Test(arguments: [
        ("a%20b", "a%20b"), ("a%2Fb", "a%2Fb"), ("a%2fb", "a%2fb"), ("a b", "a%20b"), ("a?b", "a%3Fb"), ("a#b", "a%23b"),
        ("100%", "100%25"),
        ("%2", "%252"), ("%G0", "%25G0"), ("%%41", "%25%41"), ("é", "%C3%A9"), ("a+b:c@d;e=f,g", "a+b:c@d;e=f,g"), ("a\\b", "a%5Cb"),
        ("a\"<>^`{|}", "a%22%3C%3E%5E%60%7B%7C%7D"), ("", ""), ("/", "/"), ("a//b/", "a//b/"), ("\r\n\0", "%0D%0A%00"),
    ])
    func `Path: literal text keeps valid escapes and encodes invalid characters`(literal: String, encoded: String) {
        #expect(Path(literal).encoded == encoded)
        #expect(Path(stringLiteral: literal).encoded == encoded)
    }

    @Test func `Path: a literal and a value never combine into an escape`() {
        #expect(Path("a%\("2F")").encoded == "a%252F")
        #expect(Path("a%2\("F")").encoded == "a%252F")
        #expect(Path("\("%2")F").encoded == "%252F")
    }

    @Test func `Path: an interpolated literal is encoded like any other value`() {
        #expect(Path("a b/\(1)/c?d%20%").encoded == "a%20b/1/c%3Fd%20%25")
    }
}
