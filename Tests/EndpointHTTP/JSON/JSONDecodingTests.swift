import EndpointKit
import Foundation
import Testing

/// `JSON` as a part of another type that `JSONDecoder` reads.
@Suite struct JSONDecodingTests {
    private struct Holder: Codable {
        var value: JSON
    }

    private func decoded(_ text: String) throws -> JSON {
        try JSONDecoder().decode(Holder.self, from: Data(#"{"value":\#(text)}"#.utf8)).value
    }

    static let kinds = [
        "0", "1", "-1", "1.5", "-2.5e-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
        "9007199254740993", "18446744073709551616", "1e300", "true", "false", "null", #""""#, #""1""#, #""true""#, "[]", "{}",
        #"[1,true,"a",null,[],{},1.5,0,false]"#, #"{"a":1,"b":true,"c":"d","e":null,"f":[{"g":0}],"h":{"i":1.5}}"#,
        "[[],{},[],1,{},2,true,{}]",
    ]

    @Test(arguments: kinds)
    func `JSON: each value keeps its kind, whatever precedes it`(text: String) throws {
        let value = try JSON(parsing: text)
        #expect(try decoded(text) == value)
        for before in ["{}", "[]", "1", "true", "1.5", "\"x\"", "null"] {
            let list = try decoded("[\(before),\(text),\(before)]")
            #expect(list[1] == value, "after \(before)")
            #expect(list.array?.count == 3)
            #expect(try decoded(#"{"a":\#(before),"b":\#(text)}"#)["b"] == value)
        }
        // 1 and true are never equal.
        if case .bool = value { #expect(try decoded(text).bool != nil) }
        #expect(try decoded(text).int == value.int)
    }

    @Test func `JSON: numbers and booleans of a property list stay distinct too`() throws {
        let value: JSON = ["a": [1, true, 0, false, 1.5, "x", [:], [], nil], "b": 9_007_199_254_740_993, "c": nil]
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            let read = try PropertyListDecoder().decode(Holder.self, from: encoder.encode(Holder(value: value))).value
            #expect(read == value)
        }
    }

    @Test func `JSON: arrays and objects are read up to 64 levels deep, and deeper ones are an error that says so`() throws {
        func nested(_ depth: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        }
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            #expect("\(try decoded(nested(64, open, close)))" == nested(64, open, close))
            let error = try #require(throws: DecodingError.self) { try decoded(nested(65, open, close)) }
            guard case .dataCorrupted(let context) = error else {
                Issue.record("\(error)")
                continue
            }
            #expect(context.debugDescription.contains("more than 64 deep"))
            #expect(context.codingPath.count == 65)
        }
    }
}

/// `JSON` inside another type, in a response.
@Suite struct JSONInResponseTests {
    private struct Holder: Decodable {
        var value: JSON
    }
    private struct Tree: Decodable {
        @LossyArray var list: [Holder]
        var named: [String: [Int: JSON]]
        var optional: JSON?
        var choice: [JSON?]
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, _ text: String, with json: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try ResponseDecoder(json).decode(type, from: HTTPResponse(body: Data(text.utf8)))
    }

    @Test(arguments: JSONDecodingTests.kinds)
    func `JSONInResponse: each value matches the one that the parser produces`(text: String) throws {
        #expect(try decode(Holder.self, #"{"value":\#(text)}"#).value == JSON(parsing: text))
        #expect(try decode([JSON].self, "[1,\(text)]").last == JSON(parsing: text))
    }

    @Test func `JSONInResponse: keys keep their order, and are distinct even if only their Unicode normalization differs`() throws {
        let text = "{\"z\":1,\"\u{E9}\":2,\"e\u{301}\":3,\"a\":4}"
        let value = try decode(Holder.self, #"{"value":\#(text)}"#).value
        #expect(value.object?.keys == ["z", "\u{E9}", "e\u{301}", "a"])
        #expect(value["\u{E9}"]?.int == 2 && value["e\u{301}"]?.int == 3)
    }

    @Test func `JSONInResponse: it may be nested as deep as the parser allows`() throws {
        let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        #expect("\(try decode(Holder.self, #"{"value":\#(text)}"#).value)" == text)
    }

    @Test func `JSONInResponse: each value is found by its own path`() throws {
        let tree = try decode(
            Tree.self,
            #"{"list":[{"value":1},{"no":0},{"value":[2]}],"named":{"a":{"7":"x","8":{"y":1}}},"optional":null,"choice":[null,{"b":1}]}"#)
        #expect(tree.list.map(\.value) == [1, [2]])
        #expect(tree.named == ["a": [7: "x", 8: ["y": 1]]])
        #expect(tree.optional == nil)
        #expect(tree.choice == [nil, ["b": 1]])
    }

    @Test func `JSONInResponse: one decoder decodes many documents, even nested and concurrently`() async throws {
        let decoder = ResponseDecoder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let response = HTTPResponse(body: Data(#"{"value":{"n":\#(number)}}"#.utf8))
                    let value = try decoder.decode(Holder.self, from: response).value
                    #expect(value == ["n": JSON(number)])
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `JSONInResponse: JSON inside a string is decoded separately`() throws {
        struct Inner: Decodable {
            let inner: JSON
            let after: JSON
            private enum CodingKeys: CodingKey { case text, value }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                let text = try container.decode(String.self, forKey: .text)
                inner = try JSONDecoder().decode(Holder.self, from: Data(text.utf8)).value
                after = try container.decode(JSON.self, forKey: .value)
            }
        }
        let value = try decode(Inner.self, #"{"value":1,"text":"{\"value\":2}"}"#)
        #expect(value.inner == 2 && value.after == 1)
    }

    @Test func `JSONInResponse: a decoder that wraps the response's decoder isn't mistaken for it`() throws {
        struct Around: Decoder {
            let decoder: any Decoder
            var codingPath: [any CodingKey] { [] }
            var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }
            func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
                try decoder.container(keyedBy: type)
            }
            func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
            func singleValueContainer() throws -> any SingleValueDecodingContainer { try decoder.singleValueContainer() }
        }
        struct Wrapped: Decodable {
            let json: JSON
            init(from decoder: any Decoder) throws { json = try JSON(from: Around(decoder: decoder)) }
        }
        #expect(try decode([Wrapped].self, "[1,2]").map(\.json) == [1, 2])
    }

    @Test func `JSONInResponse: all types see the same value of a duplicate key`() throws {
        struct Seen: Decodable { let id: Int; let rest: JSON }
        let seen = try decode([String: Seen].self, #"{"a":{"id":1,"rest":1},"a":{"id":2,"rest":2}}"#)
        #expect(seen["a"]?.rest == seen["a"].map { JSON($0.id) })
    }

    @Test func `JSONInResponse: the decoder's settings apply`() throws {
        struct Dated: Decodable {
            let date: Date
            let bytes: Data
            let number: Double
            let mark: String
            let value: JSON
            private enum CodingKeys: CodingKey { case date, bytes, number, value }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                date = try container.decode(Date.self, forKey: .date)
                bytes = try container.decode(Data.self, forKey: .bytes)
                number = try container.decode(Double.self, forKey: .number)
                value = try container.decode(JSON.self, forKey: .value)
                mark = try #require(CodingUserInfoKey(rawValue: "mark").flatMap { decoder.userInfo[$0] as? String })
            }
        }
        let json = JSONDecoder()
        json.dateDecodingStrategy = .secondsSince1970
        json.dataDecodingStrategy = .custom { _ in Data("own".utf8) }
        json.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        if let key = CodingUserInfoKey(rawValue: "mark") { json.userInfo[key] = "here" }
        let value = try decode(Dated.self, #"{"date":5,"bytes":"","number":"inf","value":[1]}"#, with: json)
        #expect(value.date == Date(timeIntervalSince1970: 5) && value.bytes == Data("own".utf8) && value.number == .infinity)
        #expect(value.mark == "here" && value.value == [1])
    }

    @Test func `JSONInResponse: custom key strategies, JSON5 and subclasses of the decoder are left to the decoder itself`() throws {
        struct Renamed: Decodable { let fooBar: JSON }
        let renaming = JSONDecoder()
        renaming.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try decode(Renamed.self, #"{"foo_bar":{"a":1}}"#, with: renaming).fooBar == ["a": 1])
        let lenient = JSONDecoder()
        lenient.allowsJSON5 = true
        #expect(try decode(Holder.self, "{value:[1,],}", with: lenient).value == [1])
        final class Own: JSONDecoder, @unchecked Sendable {
            override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
                try super.decode(type, from: Data(#"{"value":"own"}"#.utf8))
            }
        }
        #expect(try decode(Holder.self, "{}", with: Own()).value == "own")
    }
}
