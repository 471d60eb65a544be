import EndpointKit
import Foundation
import Testing

/// Header fields from the values of a query.
@Suite struct HTTPHeaderValueTests {
    private enum Sort: String, QueryValue { case newest = "-date" }
    private struct Level: RawRepresentable, QueryValue { var rawValue: Int }
    private struct Place: QueryValue {
        func append(to query: inout Query, name: String) { query.append(name, "1,2; é\"") }
    }

    private static let values: [(any QueryValue, [String])] = [
        ("a, b", ["a, b"]), ("", [""]), ("é%20+", ["é%20+"]), ("ab".dropFirst(), ["b"]), (3, ["3"]), (UInt64.max, ["18446744073709551615"]),
        (1.5, ["1.5"]), (2.0, ["2"]), (true, ["true"]), (Sort.newest, ["-date"]), (Level(rawValue: 2), ["2"]), (Place(), ["1,2; é\""]),
        (UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), ["ab000000-0000-0000-0000-000000000001"]),
        (URL(filePath: "/a"), ["file:///a"]), (QueryFlag.flag, [""]), ([1, 2], ["1", "2"]), ([Int](), []),
        (QueryList.commaSeparated(["a", "b"]), ["a, b"]), (QueryList.commaSeparated([Int]()), []),
        (QueryList.brackets([1, 2]), ["1", "2"]),
        (Date(timeIntervalSince1970: 784_111_777.9), ["Sun, 06 Nov 1994 08:49:37 GMT"]),
        ([Date(timeIntervalSince1970: 0)], ["Thu, 01 Jan 1970 00:00:00 GMT"]),
        (Date(timeIntervalSince1970: -1), ["Wed, 31 Dec 1969 23:59:59 GMT"]),
        (Date(timeIntervalSince1970: -62_167_219_200), ["Sat, 01 Jan 0000 00:00:00 GMT"]),
    ]

    @Test(arguments: values.indices)
    func `HTTPHeaders: a literal, the subscript and append write a value as the same fields`(index: Int) throws {
        let (value, texts) = Self.values[index]
        #expect(HTTPHeaders(dictionaryLiteral: ("X", value)).values(for: "X") == texts)
        var set: HTTPHeaders = ["a": "1", "x": "old", "b": "2", "X": "older"]
        set["X"] = value
        #expect(set.values(for: "X") == texts)
        #expect(set.values(for: "a") == ["1"] && set.values(for: "b") == ["2"])
        if !texts.isEmpty { #expect(set[1].name == "x") }
        var appended: HTTPHeaders = ["X": "old"]
        appended.append("X", value)
        #expect(appended.values(for: "X") == ["old"] + texts)
    }

    @Test func `HTTPHeaders: literals of every kind, optionals and strings stand side by side`() throws {
        let (none, some): (Int?, Day?) = (nil, Day("2026-11-26"))
        let name = "n"
        let headers: HTTPHeaders = [
            "A": "text", "B": "\(name)-1", "C": name + "!", "D": none, "E": some, "F": 1, "G": true, "H": Sort.newest, "I": nil,
            "J": some == nil ? "x" : nil, "K": [1, 2], "L": .commaSeparated(["a"]), "M": none.map { "bytes=\($0)-" },
            "N": some.map { "\($0)" },
        ]
        #expect(
            headers.map { "\($0.name)=\($0.value)" } == [
                "A=text", "B=n-1", "C=n!", "E=2026-11-26", "F=1", "G=true", "H=-date", "K=1", "K=2", "L=a", "N=2026-11-26",
            ])
    }

    @Test func `HTTPHeaders: a value of any kind can be set, and is read as a string`() {
        var headers: HTTPHeaders = [:]
        headers["X-Count"] = 3
        headers["X-Sort"] = Sort.newest
        headers["X-Text"] = "t"
        headers["X-IDs"] = [1, 2]
        let count = headers["X-Count"]
        #expect(count == "3" && headers["X-Sort"]?.count == 5 && headers["X-Text"] == "t" && headers.values(for: "X-IDs") == ["1", "2"])
        headers["X-Count"] = nil
        headers["X-Sort"] = nil as Sort?
        headers.append("X-None", nil as Int?)
        #expect(headers.map(\.name) == ["X-Text", "X-IDs", "X-IDs"])
    }

    private static let unwritable: [any QueryValue] = [
        Double.nan, -Double.infinity, Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: 1e300), [1.0, Double.infinity],
        QueryList.commaSeparated([1.0, Double.nan]),
    ]

    @Test(arguments: unwritable.indices)
    func `HTTPHeaders: a value that can't be written makes the request invalid, with a message that says why`(index: Int) throws {
        let headers = HTTPHeaders(dictionaryLiteral: ("X-Price", Self.unwritable[index]))
        let request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "example.com")), headers: headers)
        let error = #expect(throws: APIError.self) { try request.validate() }
        #expect(
            error?.message
                == "The request can't be sent: the value of the header X-Price is a number that isn't finite, or a date outside the years 0 to 9999."
        )
    }

    @Test func `HTTPHeaders: a line break in a value doesn't begin a new field`() throws {
        struct Evil: QueryValue { func append(to query: inout Query, name: String) { query.append(name, "a\r\nX-Evil: 1") } }
        for value: any QueryValue in [Evil(), "a\nb", ["a\rb"], QueryList.commaSeparated(["\u{0}"])] {
            let headers = HTTPHeaders(dictionaryLiteral: ("X", value))
            let request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "example.com")), headers: headers)
            #expect(throws: APIError.self) { try request.validate() }
        }
    }
}
