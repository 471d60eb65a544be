import EndpointKit
import Foundation
import Testing

@Suite struct JSONParsingTests {
    @Test(
        arguments: [
            ("null", .null), (" \t\r\n[ 1 , 2 ] \n", [1, 2]), ("\u{FEFF}{}", [:]), (#""""#, ""), ("true", true), ("[false]", [false]),
            (#""\" \\ \/ \b \f \n \r \t""#, "\" \\ / \u{8} \u{C} \n \r \t"), (#""\u00e9\uD83D\uDE00\u0000""#, "é😀\u{0}"), ("\"é😀\"", "é😀"),
            (#"{"":{"a b":[[]]}}"#, ["": ["a b": [[]]]]),
        ] as [(String, JSON)])
    func `JSON parser: a valid text is read`(text: String, value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
    }

    @Test(
        arguments: [
            ("0", .integer(0)), ("-1", .integer(-1)), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .unsigned(1 << 63)), ("18446744073709551615", .unsigned(.max)),
            ("18446744073709551616", .double(0x1p64)),
            ("1.5", .double(1.5)), ("1e2", .double(100)), ("1E+2", .double(100)), ("-2.5e-1", .double(-0.25)), ("0e-400", .double(0)),
        ] as [(String, JSON.Number)])
    func `JSON parser: a number is kept as exactly as possible`(text: String, number: JSON.Number) throws {
        guard case .number(let read) = try JSON(parsing: text) else { throw NotANumber() }
        #expect(String(describing: read) == String(describing: number))
    }
    struct NotANumber: Error {}

    @Test func `JSON parser: minus zero stays negative`() throws {
        #expect(try JSON(parsing: "-0").double?.sign == .minus)
    }

    @Test(arguments: ["1e-400", "-0.1e-400", "2e-324", "1e400", "-1e400"])
    func `JSON parser: a number that Double would change to 0 or infinity is rejected, as with JSONDecoder`(_ text: String) throws {
        let document = Data("[\(text)]".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Double].self, from: document) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSON.self, from: document) }
        #expect(throws: DecodingError.self) { try JSON(parsing: document) }
    }

    @Test(arguments: [0.1, 1e300, Double.leastNonzeroMagnitude, -0.0, 1, 1e16, 123_456.789, Double.greatestFiniteMagnitude])
    func `JSON parser: a double is written so that it reads back the same`(_ number: Double) throws {
        let read = try JSON(parsing: try JSON(number).data()).double
        #expect(read?.bitPattern == number.bitPattern)
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,", "[1,]", "[,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:2}", "nul", "truex",
        "True",
        "01", "-", "-a", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "1 2", "]", "\"", "\"\\", "\"\\x\"", "\"\\u12\"",
        "\"\\u12G4\"", "\"\\uD800\"", "\"\\uD800\\n\"", "\"\\uD800\\u0041\"", "\"\\uDC00\"", "\"\n\"", "\"\u{0}\"", "[1]//", "'a'",
        "\"\\u+123\"",
    ])
    func `JSON parser: invalid JSON is an error`(_ text: String) {
        #expect(throws: DecodingError.self) { try JSON(parsing: text) }
    }

    @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0xFF], [0xEF, 0xBB, 0xBF]] as [[UInt8]])
    func `JSON parser: invalid UTF-8 is an error`(_ bytes: [UInt8]) {
        #expect(throws: DecodingError.self) { try JSON(parsing: bytes) }
    }

    @Test func `JSON parser: an error has the position, what was expected and what was found`() {
        let error = #expect(throws: DecodingError.self) { try JSON(parsing: #"{"a":1 "b":2}"#) }
        guard case .dataCorrupted(let context)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(context.debugDescription == #"At byte 7: expected "," or "}", found a string."#)
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func `JSON parser: nesting beyond 512 is an error, however deep`(open: String, close: String) throws {
        func nested(_ depth: Int) -> String { String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth) }
        #expect(try JSON(parsing: JSON(parsing: nested(512)).data()).isNull == false)
        #expect(throws: DecodingError.self) { try JSON(parsing: nested(513)) }
        #expect(throws: DecodingError.self) { try JSON(parsing: String(repeating: open, count: 1_000_000)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSON.self, from: Data(nested(100_000).utf8)) }
    }

    @Test func `JSON parser: a value without a JSON form is rejected, and can still be printed`() {
        var deep: JSON = 1
        for _ in 0..<1000 { deep = [deep] }
        for value in [deep, [JSON(Double.nan)], [JSON(-Double.infinity)]] {
            #expect(throws: EncodingError.self) { try value.data() }
            #expect("\(value)".contains("null"))
        }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(JSON(Double.nan)) }
    }

    @Test func `JSON parser: a number beyond Double is an error with either reader`() {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSON.self, from: Data("[1e400]".utf8)) }
        #expect(throws: DecodingError.self) { try JSON(parsing: "[1e400]") }
    }

    @Test(arguments: [
        #"{"password" "hunter2"}"#, #"["hunter2" "hunter2"]"#, #"{"a": "hunter2"}}"#, #"{"a": hunter2}"#, #"{hunter2: 1}"#,
        #""a" "hunter2"}"#,
    ])
    func `JSON parser: an error doesn't quote the text`(text: String) {
        let error = #expect(throws: DecodingError.self) { try JSON(parsing: text) }
        #expect(error.map { !"\($0)".contains("hunt") } == true)
    }
}
