import EndpointKit
import Foundation
import Testing

@Suite struct QueryValueTests {
    enum Order: String, QueryValue { case modified = "-modified" }
    struct Level: RawRepresentable, QueryValue { var rawValue: Int }
    struct Coordinate: QueryValue {
        var latitude: Int, longitude: Int
        func append(to query: inout Query, name: String) { query.append(name, "\(latitude),\(longitude)") }
    }

    static let values: [(any QueryValue, String)] = [
        (20, "k=20"), (Int8.min, "k=-128"), (UInt64.max, "k=18446744073709551615"),
        (Int128.min, "k=-170141183460469231731687303715884105728"), (UInt128.max, "k=340282366920938463463374607431768211455"),
        (Int128(-5), "k=-5"), (URL(filePath: "/a b"), "k=file%3A%2F%2F%2Fa%2520b"), (Int64.min, "k=-9223372036854775808"),
        ("a b", "k=a%20b"),
        ("", "k="), ("a+b".dropFirst(), "k=%2Bb"), (true, "k=true"), (false, "k=false"), (1.5, "k=1.5"), (2.0, "k=2"), (-0.0, "k=0"),
        (1e300, "k=1e%2B300"), (0.1, "k=0.1"), (Float(0.1), "k=0.1"), (Float(3), "k=3"), (1e18, "k=1000000000000000000"),
        (Double.leastNonzeroMagnitude, "k=5e-324"), (Order.modified, "k=-modified"), (Level(rawValue: 3), "k=3"),
        (Coordinate(latitude: 1, longitude: -2), "k=1%2C-2"), (QueryFlag.flag, "k"),
        (UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), "k=00000000-0000-0000-0000-000000000001"),
    ]

    @Test(arguments: values.indices)
    func `QueryValue: a value has exactly one string form`(index: Int) {
        let (value, text) = Self.values[index]
        #expect(Query(dictionaryLiteral: ("k", value)).encoded == text)
    }

    @Test func `QueryValue: an array repeats the name, is joined by commas, or has brackets`() {
        let query: Query = ["a": [1, 2], "b": .commaSeparated([1, 2]), "c": .brackets(["x", "y"]), "d": ["z"]]
        #expect(query.encoded == "a=1&a=2&b=1,2&c%5B%5D=x&c%5B%5D=y&d=z")
        #expect(([["a": [[1], [2, 3]]], ["a": [Order.modified]]] as [Query]).map(\.encoded) == ["a=1&a=2&a=3", "a=-modified"])
    }

    @Test func `QueryValue: a comma in a value isn't taken for a separator`() async throws {
        struct Nested: QueryValue { func append(to query: inout Query, name: String) { ["b", "c,d"].append(to: &query, name: name) } }
        let query: Query = [
            "k&": .commaSeparated(["x,y", "z", "a b+&=#", ""]), "n": .commaSeparated([Nested()]), "e": .commaSeparated([""]),
        ]
        #expect(query.encoded == "k%26=x%2Cy,z,a%20b%2B%26%3D%23,&n=b,c%2Cd&e=")
        // A server that decodes the query before splitting it sees the same text as before.
        #expect(query["k&"] == "x,y,z,a b+&=#,")
        // Servers always decode forms before splitting values.
        #expect(try await FormBody(["k": .commaSeparated(["x,y", "z"])]).text() == "k=x%2Cy%2Cz")
        let list: Query = ["k": .commaSeparated([QueryList.commaSeparated(["a", "b"]), .commaSeparated(["c,d"])])]
        #expect(list.encoded == "k=a,b,c%2Cd")
    }

    @Test func `QueryValue: an empty array is omitted, whatever its style`() {
        let none: [Int] = []
        let query: Query = ["a": none, "b": .commaSeparated(none), "c": .brackets(none), "d": 1, "e": [none]]
        #expect(query.encoded == "d=1")
    }

    @Test func `QueryValue: a flag is a name without an equals sign`() {
        let query: Query = ["raw": .flag, "pretty": .flag, "x": ""]
        #expect(query.encoded == "raw&pretty&x=")
    }

    @Test func `QueryValue: an optional array is omitted if it is nil`() {
        let none: [Int]? = nil
        let some: [Int]? = [1, 2]
        let query: Query = ["a": none, "b": some]
        #expect(query.encoded == "b=1&b=2")
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (1_398_781_097, "2014-04-29T14:18:17Z"), (1_398_781_097.25, "2014-04-29T14:18:17.250Z"),
        (-0.001, "1969-12-31T23:59:59.999Z"), (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"), (1_398_781_097.000_488_281_25, "2014-04-29T14:18:17.000488300Z"),
    ])
    func `QueryValue: a date is ISO 8601 in UTC`(seconds: Double, text: String) {
        let query: Query = ["k": Date(timeIntervalSince1970: seconds)]
        #expect(query["k"] == text)
    }

    static let outside: [any QueryValue] = [
        Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: -.infinity),
        Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: 253_402_300_801), Date(timeIntervalSince1970: -62_167_219_201),
        Double.nan, Double.infinity, -Double.infinity, Float.nan, [Date(timeIntervalSince1970: .nan)], [1.0, .nan],
        QueryList.commaSeparated([Double.nan]), QueryList.brackets([Date(timeIntervalSince1970: .infinity)]),
    ]

    @Test(arguments: outside.indices)
    func `QueryValue: a date outside the years 0 to 9999, or an infinite number, is an error`(index: Int) throws {
        let query = Query(dictionaryLiteral: ("a", 1), ("k", Self.outside[index]))
        let request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "example.com")), query: query)
        let error = #expect(throws: APIError.self) { try request.validate() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("\"k\"") == true)
    }

    @Test func `QueryValue: Foundation's most distant dates are written or rejected, without a trap`() {
        let query: Query = ["past": Date.distantPast, "future": Date.distantFuture]
        // Two days before the year 1, in the calendar of ISO 8601.
        #expect(query["past"] == "0000-12-30T00:00:00Z")
        #expect(query["future"] == "4001-01-01T00:00:00Z")
    }
}
