import Testing

@testable import EndpointHTTP

@Suite struct JSONTapeTests {
    private struct Texts: Decodable {
        var named: [String: [String: Int]]
    }
    private struct Numbers: Decodable {
        var first_name: Int?
        var firstName: Int?
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: [UInt8], snakeCase: Bool = false) throws -> Value {
        let decoder = JSONDecoder()
        if snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        return try JSONTape.decode(type, from: Data(text), rules: #require(JSONDecodingRules(decoder)))
    }

    @Test(arguments: [false, true])
    func `JSONTape: a key that isn't UTF-8 is an error at its object`(snakeCase: Bool) throws {
        let text = Array(#"{"named":{"a":{"x":1},"b":{"y":1,""#.utf8) + [0xFF] + Array(#"":2}}}"#.utf8)
        let error = try #require(throws: DecodingError.self) { try decode(Texts.self, text, snakeCase: snakeCase) }
        guard case .dataCorrupted(let context) = error else { throw error }
        #expect(context.codingPath.keyPath == "named.b")
        #expect(context.debugDescription == "At byte 34: found a string that isn't UTF-8.")
    }

    @Test(arguments: ["\\uD800", "\u{FF}"])
    func `JSONTape: a string that nobody reads isn't decoded`(text: String) throws {
        let bytes =
            Array("{\"named\":{},\"other\":\"".utf8) + text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + Array("\"}".utf8)
        #expect(try decode(Texts.self, bytes).named.isEmpty)
        #expect(throws: DecodingError.self) { try JSON(parsing: bytes) }
    }

    @Test func `JSONTape: the first of duplicate keys is used, whatever was requested before`() throws {
        struct Asking: Decodable {
            var values: [Int]
            init(from decoder: any Decoder) throws {
                let object = try decoder.container(keyedBy: JSONPathKey.self)
                values = try ["b", "a", "b", "a", "c"].map { try object.decode(Int.self, forKey: JSONPathKey(stringValue: $0)) }
            }
        }
        #expect(try decode(Asking.self, Array(#"{"a":1,"b":2,"a":3,"c":4,"b":5}"#.utf8)).values == [2, 1, 2, 1, 4])
        let many = (0..<100).map { "\"k\($0)\":0," }.joined()
        #expect(try decode(Asking.self, Array("{\(many)\"a\":1,\"b\":2,\"a\":3,\"c\":4}".utf8)).values == [2, 1, 2, 1, 4])
    }

    @Test func `JSONTape: a type's own key wins over the converted one if it comes first in the text`() throws {
        #expect(try decode(Numbers.self, Array(#"{"firstName":1,"first_name":2}"#.utf8), snakeCase: true).firstName == 1)
        #expect(try decode(Numbers.self, Array(#"{"first_name":2}"#.utf8), snakeCase: true).first_name == nil)
    }

    @Test func `JSONTape: a decoder that a type retains works after the text is released`() throws {
        struct Keeping: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) { self.decoder = decoder }
        }
        let kept = try decode([Keeping].self, Array(#"[{"a":["a text of more than fifteen bytes"]}]"#.utf8))[0].decoder
        var list = try kept.container(keyedBy: JSONPathKey.self).nestedUnkeyedContainer(forKey: JSONPathKey(stringValue: "a"))
        #expect(try list.decode(String.self) == "a text of more than fifteen bytes")
        #expect(kept.codingPath.keyPath == "[0]" && list.codingPath.keyPath == "[0].a")
    }

    @Test(arguments: [3, 30, 3_000], [false, true])
    func `JSONTape: an object's keys keep their order, and paths are found in that order in one pass`(
        count: Int, snakeCase: Bool
    ) throws {
        struct Keys: Decodable {
            let keys: [String]
            init(from decoder: any Decoder) throws { keys = try decoder.container(keyedBy: JSONPathKey.self).allKeys.map(\.stringValue) }
        }
        let keys = (0..<count).map { "key\($0 * 7919 % 10_007)" }
        let members = keys.map { "\"\($0)\":null" }.joined(separator: ",")
        #expect(try decode(Keys.self, Array("{\(members)}".utf8), snakeCase: snakeCase).keys == keys)
    }

    @Test func `JSONTape: paths are correct in any order, and for deeply nested values`() throws {
        struct Asking: Decodable {
            var paths: [String] = []
            init(from decoder: any Decoder) throws {
                var decoders: [any Decoder] = []
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd {
                    var inner = try list.nestedContainer(keyedBy: JSONPathKey.self).nestedUnkeyedContainer(
                        forKey: JSONPathKey(stringValue: "k"))
                    while !inner.isAtEnd { decoders.append(try inner.superDecoder()) }
                }
                for order in [decoders, decoders.reversed(), [decoders[3], decoders[0], decoders[4], decoders[1]]] {
                    paths += order.map(\.codingPath.keyPath) + [list.codingPath.keyPath]
                }
            }
        }
        let text = #"[{"k":[1,[2],{"x":3}]},{"j":0,"k":[4,5]}]"#
        let all = ["[0].k[0]", "[0].k[1]", "[0].k[2]", "[1].k[0]", "[1].k[1]"]
        #expect(
            try decode(Asking.self, Array(text.utf8)).paths
                == all + [""] + all.reversed() + ["", "[1].k[0]", "[0].k[0]", "[1].k[1]", "[0].k[1]", ""])
    }

    @Test(arguments: ["[", "{\"a\":", "[1]]", "{\"a\":1,}", "[1,]"])
    func `JSONTape: invalid JSON is an error with its position, at any depth`(text: String) throws {
        for depth in [0, 1, 511, 512, 513, 100_000] {
            let nested = String(repeating: "[", count: depth) + text
            #expect(throws: DecodingError.self) { try decode([Int].self, Array(nested.utf8)) }
        }
        let exactly = Array(repeating: UInt8(ascii: "["), count: 513)
        #expect(throws: DecodingError.self) { try decode([Int].self, exactly) }
    }
}
