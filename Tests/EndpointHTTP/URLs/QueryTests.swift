import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct QueryTests {
    enum Order: String, QueryValue { case name, modified = "-modified" }

    // Swift treats strings with the same characters as equal, whatever their normalization form.
    @Test func `Query: names are compared byte by byte`() async throws {
        let one = "\u{E9}"
        let two = "e\u{301}"
        var query: Query = [one: 1, two: 2]
        #expect(query[one] == "1")
        #expect(query[two] == "2")
        #expect(query.values(for: two) == ["2"])
        #expect(Set(query).isDisjoint(with: [two: 1, one: 2] as Query))
        #expect(Array(["a": one] as Query) != Array(["a": two] as Query))
        query.removeAll(named: two)
        #expect(query.encoded == "%C3%A9=1")
        query.removeAll(named: two)
        #expect(query.encoded == "%C3%A9=1")

    }

    @Test func `Query: it keeps the written order, and names may repeat`() {
        let query: Query = ["z": 1, "a": 2, "z": 3, "b": "x", "a": 4]
        #expect(query.encoded == "z=1&a=2&z=3&b=x&a=4")
        #expect(query["z"] == "1")
        #expect(query.values(for: "a") == ["2", "4"])
        #expect(query["missing"] == nil)
    }

    @Test func `Query: a nil value is omitted`() {
        let none: String? = nil
        let some: Int? = 3
        #expect(Query(dictionaryLiteral: ("a", none), ("b", some)).encoded == "b=3")
        let query: Query = ["name": none, "limit": some, "order": Order?.none]
        #expect(query.encoded == "limit=3")
    }

    @Test(arguments: 0..<UInt8(128))
    func `Query: all bytes except unreserved ones are encoded, in names and values`(byte: UInt8) {
        let character = String(UnicodeScalar(byte))
        let hex = String(byte, radix: 16, uppercase: true)
        let isUnreserved = character.wholeMatch(of: /[A-Za-z0-9\-._~]/) != nil
        let expected = isUnreserved ? character : "%" + (hex.count == 1 ? "0" : "") + hex
        let query: Query = [character: character]
        #expect(query.encoded == "\(expected)=\(expected)")
        #expect(Array(query) == Array(Query(encoded: query.encoded)))
        #expect(query[character] == character)
    }

    @Test(arguments: ["a+b c", "100%", "a=b&c=d", "ü🦸‍♀️", "%2B", "\r\n\0"])
    func `Query: items come back as they were put in`(text: String) {
        var query: Query = ["before": 1, text: text]
        query.append("after", text)
        query.append(text, nil)
        #expect(query.map(\.name) == ["before", text, "after", text])
        #expect(query.map(\.value) == ["1", text, text, nil])
        #expect(Array(Query(encoded: query.encoded)) == Array(query))
    }

    @Test func `Query: an item with an empty name is sent, unless its value is nil`() {
        var query: Query = ["": "x", "a": ""]
        query.append("", nil)
        #expect(query.encoded == "=x&a=")
        #expect(query.map(\.value) == ["x", ""])
    }

    @Test(arguments: [
        ("a=1&b", "a=1&b"), ("a=%20+%2B", "a=%20+%2B"), ("a=b c", "a=b%20c"), ("a=100%", "a=100%25"), ("a=#", "a=%23"), ("?a", "?a"),
        ("é", "%C3%A9"),
    ])
    func `Query: the query of a URL keeps its encoding`(text: String, encoded: String) {
        #expect(Query(encoded: text).encoded == encoded)
    }

    @Test func `Query: a plus in a URL's query reads as a space`() {
        #expect(Query(encoded: "q=a+b")["q"] == "a b")
    }

    @Test func `Query: items of one name can be removed, however it is encoded`() {
        var query = Query(encoded: "a=1&%61=2&b&A=3&c=")
        query.removeAll(named: "a")
        #expect(query.encoded == "b&A=3&c=")
        query.removeAll(named: "b")
        query.removeAll(named: "A")
        query.removeAll(named: "c")
        #expect(query.isEmpty)
    }

    @Test func `Query: a query can be appended to another`() {
        var query: Query = [:]
        query.append(["a": 1])
        query.append([:])
        query.append(["b": 2])
        #expect(query == ["a": 1, "b": 2])
        #expect(query.hashValue == (["a": 1, "b": 2] as Query).hashValue)
    }

    @Test func `Query: appending returns a copy with the items of a value, of a list, or of another query`() {
        let query: Query = ["a": 1]
        #expect(query.appending("b", true).encoded == "a=1&b=true")
        #expect(query.appending("b", ["x", "y"]).appending("a", "z").encoded == "a=1&b=x&b=y&a=z")
        #expect(query.appending("b", nil as Int?).encoded == "a=1" && query.appending("b", .flag).encoded == "a=1&b")
        #expect(query.appending(["c": 2, "a": 3]).encoded == "a=1&c=2&a=3" && query.appending(Query()) == query)
        #expect(query.encoded == "a=1")
    }
}
