import EndpointKit
import Foundation
import Testing

/// The settings of an encoded query, with the cases of Alamofire's tests for its form encoder.
@Suite struct QueryStyleTests {
    private struct Flat: Encodable {
        var one = "one", two = 2, three = true, four = [1, 2, 3], five = ["a": "a"], six = ["a": ["b": "b"]], seven = ["a": "a"]
    }
    private class Super: Encodable { let one = "one", two = 2, three = true }
    private final class Sub: Super {
        private enum CodingKeys: CodingKey { case four, five }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode([1, 2, 3], forKey: .four)
            try container.encode(["a": "a", "b": "b"], forKey: .five)
        }
    }
    private final class SuperByHand: Super {
        private enum CodingKeys: CodingKey { case four, five }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode([1, 2, 3], forKey: .four)
            try container.encode(["a": "a", "b": "b"], forKey: .five)
            var base = container.superEncoder(forKey: .four).container(keyedBy: CodingKeys.self)
            try base.encode(2, forKey: .five)
            try base.encode("one", forKey: .four)
        }
    }
    private struct ByHand: Encodable {
        enum Root: CodingKey { case root }
        enum Inner: CodingKey { case a }
        func encode(to encoder: any Encoder) throws {
            var root = encoder.container(keyedBy: Root.self)
            var keyed = root.nestedContainer(keyedBy: Inner.self, forKey: .root)
            try keyed.encode(["s": "t"], forKey: .a)
            var list = root.nestedUnkeyedContainer(forKey: .root)
            try list.encode([1, 2])
            var inList = list.nestedContainer(keyedBy: Inner.self)
            try inList.encode(["s": "t"], forKey: .a)
            var deep = list.nestedUnkeyedContainer()
            try deep.encode([3])
        }
    }
    private struct Optionals: Encodable { var one = "one", two: String? }
    private struct Refusal: Error {}

    private static let defaults = QueryStyle(arrays: .brackets, booleans: .digits)
    private static let noValue: [String: String?] = ["a": .none]
    private static let instant = Date(timeIntervalSinceReferenceDate: 123.456)

    private static func dates(_ dates: JSONConvention.Dates) -> JSONConvention { JSONConvention(dates: dates, query: defaults) }
    private static func style(_ edit: (inout QueryStyle) -> Void) -> JSONConvention {
        var style = defaults
        edit(&style)
        return JSONConvention(query: style)
    }
    private static func keys(_ keys: JSONConvention.Keys) -> JSONConvention { JSONConvention(keys: keys, query: defaults) }

    private struct Row {
        let value: any Encodable
        var convention = JSONConvention(query: defaults)
        /// The decoded items that Alamofire writes, in any order, separated by spaces; nil for an error.
        let theirs: String?
        /// The different result here, and its reason.
        var own: (items: String?, reason: String)?
    }

    private static var numbers: [Row] {
        [
            Row(value: ["a": 1.0], theirs: "a=1.0", own: ("a=1", "the shortest text")),
            Row(value: ["a": 1.0 as Float], theirs: "a=1.0", own: ("a=1", "the shortest text")),
            Row(value: ["a": Decimal(1)], theirs: "a=1"), Row(value: ["a": Decimal(string: "1.123456")], theirs: "a=1.123456"),
            Row(value: ["a": 1 as Int8], theirs: "a=1"), Row(value: ["a": 1 as Int16], theirs: "a=1"),
            Row(value: ["a": 1 as Int32], theirs: "a=1"),
            Row(value: ["a": 1 as Int64], theirs: "a=1"), Row(value: ["a": 1 as UInt], theirs: "a=1"),
            Row(value: ["a": 1 as UInt8], theirs: "a=1"),
            Row(value: ["a": 1 as UInt16], theirs: "a=1"), Row(value: ["a": 1 as UInt32], theirs: "a=1"),
            Row(value: ["a": 1 as UInt64], theirs: "a=1"),
        ]
    }

    private static var shapes: [Row] {
        [
            Row(value: ["a": "a"], theirs: "a=a"), Row(value: ["a": ["b": "b"]], theirs: "a[b]=b"),
            Row(value: ["a": ["b": "b"]], convention: style { $0.nesting = .brackets }, theirs: "a[b]=b"),
            Row(value: ["a": ["b": "b"]], convention: style { $0.nesting = .dots }, theirs: "a.b=b"),
            Row(value: ["a": ["b": "b"]], theirs: "a-b=b", own: ("a[b]=b", "the program's own separators are a QueryValue's")),
            Row(value: Flat(), theirs: "five[a]=a four[]=1 four[]=2 four[]=3 one=one seven[a]=a six[a][b]=b three=1 two=2"),
            Row(value: ByHand(), theirs: "root[][]=1 root[][]=2 root[][][]=3 root[][a][s]=t root[a][s]=t"),
            Row(value: Super(), theirs: "one=one three=1 two=2"),
            Row(value: Sub(), theirs: "five[a]=a five[b]=b four[]=1 four[]=2 four[]=3 one=one three=1 two=2"),
            Row(
                value: SuperByHand(), theirs: "five[a]=a five[b]=b four[five]=2 four[four]=one",
                own: ("five[a]=a five[b]=b four[]=1 four[]=2 four[]=3 four[five]=2 four[four]=one", "what is encoded twice isn't lost")),
            Row(value: [1], theirs: nil), Row(value: "string", theirs: nil),
            Row(
                value: ["foo": [Super()]], convention: style { $0.arrays = .indexed },
                theirs: "foo[0][one]=one foo[0][three]=1 foo[0][two]=2"),
            Row(
                value: Sub(), convention: style { $0.arrays = .indexed },
                theirs: "five[a]=a five[b]=b four[0]=1 four[1]=2 four[2]=3 one=one three=1 two=2"),
            Row(
                value: Flat(), convention: style { $0.arrays = .indexed },
                theirs: "five[a]=a four[0]=1 four[1]=2 four[2]=3 one=one seven[a]=a six[a][b]=b three=1 two=2"),
            Row(
                value: ByHand(), convention: style { $0.arrays = .indexed },
                theirs: "root[0][0]=1 root[0][1]=2 root[1][a][s]=t root[2][0][0]=3 root[a][s]=t"),
            Row(
                value: ["foo": [["bar": 2], ["qux": 3]]], convention: style { $0.arrays = .indexed }, theirs: "foo[0][bar]=2 foo[1][qux]=3"),
            Row(
                value: ["foo": [["bar": "2"], ["qux": "3"]]], convention: style { $0.arrays = .indexed },
                theirs: "foo[0][bar]=2 foo[1][qux]=3"),
            Row(
                value: ["foo": [["bar": true], ["qux": false]]], convention: style { $0.arrays = .indexed },
                theirs: "foo[0][bar]=1 foo[1][qux]=0"),
            Row(value: ["array": [1, 2]], convention: style { $0.arrays = .repeated }, theirs: "array=1 array=2"),
            Row(
                value: ["array": [1, 2]], theirs: "array.1=1 array.2=2",
                own: ("array[]=1 array[]=2", "the program's own names are a QueryValue's")),
            Row(value: ["bool": true], convention: style { $0.booleans = .words }, theirs: "bool=true"),
        ]
    }

    private static var values: [Row] {
        [
            Row(value: ["data": Data("data".utf8)], theirs: "data=ZGF0YQ=="),
            Row(
                value: ["date": instant], theirs: "date=123.456",
                own: ("date=2001-01-01T00:02:03.456Z", "no service reads seconds since 2001")),
            Row(value: ["date": instant], convention: dates(.secondsSince1970), theirs: "date=978307323.456"),
            Row(
                value: ["date": instant], convention: dates(.millisecondsSince1970), theirs: "date=978307323456.0",
                own: ("date=978307323456", "the shortest text")),
            Row(
                value: ["date": instant], convention: dates(.iso8601), theirs: "date=2001-01-01T00:02:03Z",
                own: ("date=2001-01-01T00:02:03.456Z", "milliseconds stay")),
            Row(
                value: ["date": instant],
                convention: dates(
                    .custom(
                        encode: { date, encoder in
                            var container = encoder.singleValueContainer()
                            try container.encode("\(date.timeIntervalSinceReferenceDate)")
                        }, decode: { try Date(from: $0) })), theirs: "date=123.456"),
            Row(
                value: ["date": instant], convention: dates(.custom(encode: { _, _ in throw Refusal() }, decode: { try Date(from: $0) })),
                theirs: nil),
            Row(
                value: ["oneTwoThree": "x"], convention: keys(.snakeCase), theirs: "one_two_three=x",
                own: ("oneTwoThree=x", "a dictionary's keys are data, as in JSONEncoder")),
            Row(value: noValue, theirs: ""), Row(value: Optionals(), theirs: "one=one"),
            Row(value: noValue, convention: style { $0.nils = .word }, theirs: "a=null"),
            Row(value: Optionals(), convention: style { $0.nils = .word }, theirs: "one=one two=null"),
            Row(value: noValue, convention: style { $0.nils = .omitted }, theirs: ""),
            Row(value: Optionals(), convention: style { $0.nils = .omitted }, theirs: "one=one"),
            Row(value: noValue, convention: style { $0.nils = .empty }, theirs: "a="),
            Row(value: Optionals(), convention: style { $0.nils = .empty }, theirs: "one=one two="),
            Row(value: ["abc": "XYZ", "n": "019"], theirs: "abc=XYZ n=019"),
            Row(value: ["r": ":#[]@!$&'()*+,;="], theirs: "r=:#[]@!$&'()*+,;="),
            Row(value: ["i": "\"#%<>[]\\^`{}|"], theirs: "i=\"#%<>[]\\^`{}|"),
            Row(value: ["foo&bar": "baz&qux", "b": "q"], theirs: "foo&bar=baz&qux b=q"),
            Row(value: ["?foo?": "?bar?"], theirs: "?foo?=?bar?"), Row(value: ["foo": "/bar/baz"], theirs: "foo=/bar/baz"),
            Row(value: ["+foo+": "+bar+"], theirs: "+foo+=+bar+"), Row(value: ["percent%": "%25"], theirs: "percent%=%25"),
            Row(value: ["a": "العربية", "e": "😃", "f": "français", "j": "日本語"], theirs: "a=العربية e=😃 f=français j=日本語"),
            Row(value: ["c": String(repeating: "一二三四五", count: 2_000)], theirs: "c=" + String(repeating: "一二三四五", count: 2_000)),
        ]
    }

    // There is no setting for kebab case, capitals, a closure for all keys, a formatter for dates, bytes by a closure, spaces as `+` in a
    // query, other sets of escaped characters, or sorted items: CodingKeys, QueryValue and FormBody do these things, and items stay in
    // their order.
    @Test(arguments: (numbers + shapes + values).indices)
    func `QueryStyle: items equal those of Alamofire's form encoder, or differ for a stated reason`(index: Int) throws {
        let row = (Self.numbers + Self.shapes + Self.values)[index]
        let query = Query(encoding: row.value, by: row.convention)
        let expected = row.own.map { $0.items } ?? row.theirs
        let items: [String]? = query.fault == nil ? query.map { "\($0.name)=\($0.value ?? "")" }.sorted() : nil
        #expect(items == expected.map { $0.isEmpty ? [] : $0.split(separator: " ").map(String.init).sorted() })
        if let own = row.own { #expect(own.items != row.theirs && !own.reason.isEmpty) }
    }

    // MARK: Cases that Alamofire doesn't have

    private struct Lists: Encodable {
        var a = [1, 2], b = ["x,y", "z"], c: [Int] = [], d: [Int?] = [nil, 3], imageURL = "u", when = instant
    }

    @Test func `QueryStyle: a comma-separated array is one item`() throws {
        let query = Query(
            encoding: Lists(), by: JSONConvention(dates: .secondsSince1970, keys: .snakeCase, query: QueryStyle(arrays: .commaSeparated)))
        #expect(query.encoded == "a=1,2&b=x%2Cy,z&d=3&image_url=u&when=978307323.456")
        let nested = QueryStyle(arrays: .commaSeparated)
        for value in [["a": [[1]]], ["a": [["b": 1]]]] as [any Encodable] {
            let query = Query(encoding: value, by: JSONConvention(query: nested))
            #expect(query.fault?.contains("holds more than plain values") == true)
        }
    }

    @Test func `QueryStyle: bytes and numbers follow the convention`() throws {
        let convention = JSONConvention(data: .base64URL, floats: .texts())
        #expect(Query(encoding: ["d": Data([0xFB, 0xFF])], by: convention).encoded == "d=-_8")
        #expect(Query(encoding: ["n": Double.nan, "i": -Double.infinity], by: convention).encoded == "i=-Infinity&n=NaN")
        #expect(
            Query(encoding: ["d": Data([1, 2])], by: JSONConvention(data: .numbers, query: QueryStyle(arrays: .indexed))).encoded
                == "d%5B0%5D=1&d%5B1%5D=2")
        #expect(Query(encoding: ["n": Double.nan]).fault != nil)
    }

    @Test(arguments: [
        "", "a", "aB", "simpleName", "myURL", "URL", "URLSession", "anXMLProperty", "partCAPSAndMore", "x2Y3z", "already_snake", "_leading",
        "trailing_",
        "ABC_def", "éÉtat", "aÉ", "ÀB", "a1B2C3", "iOSVersion", "A", "AB", "ABc", "aBCdEF", "two__Under", "ß", "ǅungla", "aǅb", "日本Go",
    ])
    func `QueryStyle: a key in snake case equals the one that JSONEncoder writes`(key: String) throws {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Value: Encodable {
            let key: String
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: Key(stringValue: key))
            }
        }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let written = try JSON(parsing: encoder.encode(Value(key: key))).object?.keys.first
        #expect(JSONDecodingRules.snakeCase(key) == written)
    }
}
