import EndpointKit
import MarvelAPI
import Testing

@Suite struct LenientValueTests {
    struct Comic: Codable {
        @LossyArray var pages: [Int]
        @TextOrNumber var isbn: String?
        @SentinelDate var modified: Date?
    }

    private func comic(_ json: String) throws -> Comic { try JSONDecoder().decode(Comic.self, from: Data(json.utf8)) }

    @Test(
        arguments: [(String, String?)]([
            (#"{"isbn": "0-7851-1028-3"}"#, "0-7851-1028-3"), (#"{"isbn": 785110283}"#, "785110283"), (#"{"isbn": 0}"#, "0"),
            (#"{"isbn": -9223372036854775808}"#, "-9223372036854775808"), (#"{"isbn": 12.5}"#, "12.5"), (#"{"isbn": 3.0}"#, "3"),
            (#"{"isbn": 9223372036854775808}"#, "9223372036854775808"), (#"{"isbn": 18446744073709551616}"#, "18446744073709551616"),
            (#"{"isbn": 97807851102831234567890}"#, "97807851102831234567890"), (#"{"isbn": ""}"#, ""), (#"{"isbn": null}"#, nil),
            (#"{}"#, nil),
        ]))
    func `LenientValue: a number is read as text`(json: String, text: String?) throws {
        #expect(try comic(json).isbn == text)
    }

    @Test(arguments: [#"{"isbn": true}"#, #"{"isbn": []}"#, #"{"isbn": {}}"#])
    func `LenientValue: a value that is neither text nor a number is an error`(json: String) {
        #expect(throws: DecodingError.self) { try comic(json) }
    }

    @Test(
        arguments: [(String, Double?)]([
            (#"{"modified": "2014-04-29T14:18:17-0400"}"#, 1_398_795_497), (#"{"modified": "1992-06-10 00:00:00"}"#, 708_134_400),
            (#"{"modified": "-0001-11-30T00:00:00-0500"}"#, nil), (#"{"modified": "0000-00-00 00:00:00"}"#, nil),
            (#"{"modified": "9999-12-31T23:59:59-0500"}"#, nil), (#"{"modified": "0001-01-01T00:00:00+0100"}"#, nil),
            (#"{"modified": ""}"#, nil), (#"{"modified": null}"#, nil), (#"{}"#, nil),
        ]))
    func `LenientValue: a date that never existed is nil`(json: String, seconds: Double?) throws {
        #expect(try comic(json).modified?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        #"{"modified": "0000garbage"}"#, #"{"modified": "-"}"#, #"{"modified": "-0001-11-30T00:00:00garbage"}"#,
        #"{"modified": "0000-13-00"}"#, #"{"modified": "-1"}"#, #"{"modified": "soon"}"#, #"{"modified": "2014-02-30"}"#,
        #"{"modified": 3}"#,
    ])
    func `LenientValue: an invalid date is an error`(json: String) {
        #expect(throws: DecodingError.self) { try comic(json) }
    }

    @Test(arguments: [
        (
            #"{"isbn":7,"modified":"2014-04-29T14:18:17-0400","pages":[1,"two",3]}"#,
            #"{"isbn":"7","modified":"2014-04-29T18:18:17Z","pages":[1,3]}"#
        ),
        (#"{"isbn":null,"modified":"0000-00-00 00:00:00"}"#, #"{"pages":[]}"#),
    ])
    func `LenientValue: a value is written in its proper form`(json: String, written: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(comic(json)), as: UTF8.self) == written)
    }

    @Test func `LenientValue: a date that needs more than four digits for the year is an error`() {
        let date = SentinelDate(wrappedValue: Date(timeIntervalSince1970: 1e12))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(date) }
    }
}
