import EndpointKit
import Testing

@Suite struct QueryEncoderTests {
    enum Order: String, Encodable { case name, modified = "-modified" }
    struct Filter: Encodable { var name: String?; var ids: [Int] = [] }
    struct Search: Encodable {
        var limit = 20
        var order = Order.modified
        var name: String?
        var ids = [3, 1, 2]
        var exact = true
        var filter = Filter(name: "a b")
        var ratio = 2.0
    }

    private func decoded(_ value: some Encodable) throws -> [String] {
        Query(encoding: value).map { "\($0.name)=\($0.value ?? "-")" }
    }

    @Test func `QueryEncoder: properties become items, in the order in which they are encoded`() throws {
        #expect(
            Query(encoding: Search()).encoded == "limit=20&order=-modified&ids=3&ids=1&ids=2&exact=true&filter%5Bname%5D=a%20b&ratio=2")
    }

    @Test func `QueryEncoder: nil, an empty array and an empty object are omitted`() throws {
        struct Empty: Encodable { var a: Int?; var b: [Int] = []; var c = Filter(); var d: [Int?] = [nil]; var e: [String: Int] = [:] }
        #expect(Query(encoding: Empty()).isEmpty)
        let none = Query(encoding: Search?.none)
        #expect(none.isEmpty)
    }

    @Test func `QueryEncoder: objects and arrays inside an array are written with their index`() throws {
        struct Nested: Encodable {
            var k = [Filter(name: "x", ids: [1, 2]), Filter(name: "y")]
            var m = [[1, 2], [], [3]]
            var o: [Int?] = [1, nil, 2]
            var deep = ["a": ["b": ["c": 1]]]
        }
        #expect(
            try decoded(Nested()) == [
                "k[0][name]=x", "k[0][ids]=1", "k[0][ids]=2", "k[1][name]=y", "m[0]=1", "m[0]=2", "m[2]=3", "o=1", "o=2", "deep[a][b][c]=1",
            ])
    }

    @Test func `QueryEncoder: a date, data, a URL, a UUID and a decimal number are each written as one string`() throws {
        struct Values: Encodable {
            var date = Date(timeIntervalSince1970: 1_398_781_097)
            var dates = [Date(timeIntervalSince1970: 0)]
            var data = Data([0xFB, 0xFF])
            var url = URL(string: "https://example.com/a?b")
            var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
            var price = Decimal(string: "1.10")
            var small: Int8 = -1
            var float: Float = 0.5
        }
        #expect(
            try decoded(Values()) == [
                "date=2014-04-29T14:18:17Z", "dates=1970-01-01T00:00:00Z", "data=+/8=", "url=https://example.com/a?b",
                "id=00000000-0000-0000-0000-000000000001", "price=1.1", "small=-1", "float=0.5",
            ])
    }

    @Test func `QueryEncoder: a dictionary is always written in the order of its keys`() throws {
        let keys = (0..<50).map { "k\($0)" }
        let dictionary = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) })
        #expect(Query(encoding: dictionary).map(\.name) == keys.sorted())
        #expect(try decoded(["f": [2: "b", 1: "a"]]) == ["f[1]=a", "f[2]=b"])
    }

    @Test func `QueryEncoder: a type that is a query value writes itself`() throws {
        struct Place: Encodable, QueryValue {
            var latitude = 1, longitude = 2
            func append(to query: inout Query, name: String) { query.append(name, "\(latitude),\(longitude)") }
        }
        struct Near: Encodable { var place = Place(); var places = [Place(), Place()] }
        #expect(try decoded(Near()) == ["place=1,2", "places=1,2", "places=1,2"])
        #expect(try decoded(Place()) == ["latitude=1", "longitude=2"])
    }

    @Test func `QueryEncoder: an enum's case and a superclass are written where they encode themselves`() throws {
        enum Choice: Encodable { case by(id: Int), all }
        struct Holder: Encodable { var a = Choice.by(id: 1); var b = Choice.all }
        #expect(try decoded(Holder()) == ["a[by][id]=1"])
        class Base: Encodable { var x = 1 }
        final class Derived: Base {
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: QueryKey.self)
                try container.encode(2, forKey: QueryKey(stringValue: "y"))
                try super.encode(to: container.superEncoder())
            }
        }
        #expect(try decoded(Derived()) == ["y=2", "x=1"])
    }

    struct QueryKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    struct Number: Encodable { var value: Double }
    struct Nested: Encodable { var list: [[String: Date]] }

    static let refused: [(any Encodable & Sendable, String)] = [
        (5, ""), ("text", ""), ([1, 2], ""), ([Int](), ""), ([Filter()], ""), (true, ""), (Date(timeIntervalSince1970: 0), ""),
        (Order.name, ""),
        (Data([1]), ""), (Number(value: .nan), "\"value\""), (Number(value: .infinity), "\"value\""),
        (Nested(list: [[:], ["at": Date(timeIntervalSince1970: .nan)]]), "\"list[1][at]\""),
    ]

    @Test(arguments: refused.indices)
    func `QueryEncoder: a value that doesn't fit into a query is an invalid request that says where`(index: Int) throws {
        let (value, name) = Self.refused[index]
        let client = APIClient(configuration: APIConfiguration(baseURL: try #require(URL(string: "https://example.com"))))
        let query = Query(encoding: value)
        let error = #expect(throws: APIError.self) { try client.request(for: .get("a", query: query)).validate() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(name.isEmpty ? "has no keys" : name) == true, "\(error?.message ?? "")")
        let form = #expect(throws: APIError.self) { try client.request(for: .post("a", body: FormBody(encoding: value))) }
        #expect(form?.code == .bodyEncoding)
        #expect(form?.message.contains(name.isEmpty ? "has no keys" : name) == true, "\(form?.message ?? "")")
    }

    struct Throwing: Encodable {
        struct Part: Encodable {
            func encode(to encoder: any Encoder) throws { throw CancellationError() }
        }
        var parts = ["a": [Part()]]
    }

    @Test func `QueryEncoder: an error that a value's own encoding throws is the reason, with the value's path`() {
        let fault = Query(encoding: Throwing()).fault
        #expect(fault?.hasPrefix("Throwing.parts.a[0] can't be encoded: ") == true, "\(fault ?? "")")
        #expect(
            Query(encoding: ["list": [["price": [1, Double.nan]]]]).fault
                == "list[0].price[1]: the number of the query item \"list[0][price]\" is not finite")
        #expect(Query(encoding: ["a": Nullable<Int>.missing]).fault?.contains("a: ") == false)
        #expect(Query(encoding: Throwing.Part()).fault?.hasPrefix("Part can't be encoded: ") == true)
    }

    @Test func `Query(encoding:): numbers of 128 bits are written in decimal, in a form too`() throws {
        struct Wide: Encodable {
            var id = UInt128.max
            var low: Int128? = .min
            var none: Int128?
            var list: [Int128] = [1, -2]
            var map: [String: UInt128] = ["a": 7]
        }
        let expected =
            "id=340282366920938463463374607431768211455&low=-170141183460469231731687303715884105728&list=1&list=-2&map%5Ba%5D=7"
        #expect(Query(encoding: Wide()).encoded == expected)
        guard case .data(let form) = try FormBody(encoding: Wide()).entity().content else { return #expect(Bool(false)) }
        #expect(String(decoding: form, as: UTF8.self) == expected)
    }
}
