import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

@Suite struct JSONTests {
    static let sample: JSON = [
        "z": 1, "a": [true, false, nil], "text": "Zoë \"q\" \\ \n\u{1}/", "nested": ["empty": [:], "list": [], "pi": 3.25],
        "big": 9_223_372_036_854_775_807,
    ]

    @Test func `JSON: literals are written in order`() throws {
        let text =
            #"{"z":1,"a":[true,false,null],"text":"Zoë \"q\" \\ \n\u0001/","#
            + #""nested":{"empty":{},"list":[],"pi":3.25},"big":9223372036854775807}"#
        #expect(String(decoding: try Self.sample.data(), as: UTF8.self) == text)
        #expect("\(Self.sample)" == text)
    }

    @Test func `JSON: written text reads back, with this type and with Foundation's`() throws {
        let data = try Self.sample.data()
        #expect(try JSON(parsing: data) == Self.sample)
        #expect(try JSON(parsing: data).object?.keys == ["z", "a", "text", "nested", "big"])
        #expect(try JSONDecoder().decode(JSON.self, from: data) == Self.sample)
        #expect(try JSON(parsing: JSONEncoder().encode(Self.sample)) == Self.sample)
    }

    @Test func `JSON: a string with any characters is written so that it reads back, with the short escapes`() throws {
        #expect("\(JSON.string("\"\\/\n\r\t\u{1}\u{1F}é 🦸"))" == #""\"\\/\n\r\t\u0001\u001Fé 🦸""#)
        // Runs of every length before an escape, because eight bytes are checked together.
        for length in 0..<20 {
            for scalar in (0..<0x30).compactMap(Unicode.Scalar.init(_:)) {
                let text = JSON.string(String(repeating: "x", count: length) + String(scalar) + "é")
                try #require(try JSON(parsing: text.data()) == text)
            }
        }
    }

    @Test func `JSON: values are accessed by key and index, and nothing traps`() {
        let json = Self.sample
        #expect(json["z"]?.int == 1)
        #expect(json["z"]?.double == 1)
        #expect(json["a"]?[0]?.bool == true)
        #expect(json["a"]?[2]?.isNull == true)
        #expect(json["a"]?[3] == nil)
        #expect(json["a"]?[-1] == nil)
        #expect(json["nested"]?["pi"]?.double == 3.25)
        #expect(json["nested"]?["pi"]?.int == nil)
        #expect(json["nested"]?.object?.count == 3)
        #expect(json["a"]?.array?.count == 3)
        #expect(json["missing"]?["x"]?[0]?.string == nil)
        #expect(json["text"]?["x"] == nil)
        #expect(json[0] == nil)
    }

    @Test func `JSON: a repeated key has its last value, at its first position`() throws {
        let json: JSON = ["a": 1, "b": 2, "a": 3]
        #expect("\(json)" == #"{"a":3,"b":2}"#)
        #expect("\(try JSON(parsing: #"{"a":1,"b":2,"a":3}"#))" == #"{"a":3,"b":2}"#)
    }

    @Test func `JSON: keys that differ in Unicode normalization are two keys`() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        let json = try JSON(parsing: text)
        #expect(json.object?.count == 2)
        #expect(json["\u{E9}"]?.int == 1)
        #expect(json["e\u{301}"]?.int == 2)
        #expect(Array("\(json)".utf8) == Array(text.utf8))
        #expect(json != ["\u{E9}": 1])
        var object = try #require(json.object)
        object["e\u{301}"] = nil
        #expect(object.keys.map { Array($0.utf8) } == [Array("\u{E9}".utf8)])
    }

    @Test func `JSON: members can be added and removed`() {
        var object = JSON.Object()
        object["b"] = 1
        object["a"] = .null
        object["c"] = "x"
        object["b"] = 2
        object["a"] = nil
        #expect("\(JSON.object(object))" == #"{"b":2,"c":"x"}"#)
        #expect(object.map(\.key) == ["b", "c"])
        #expect(object["a"] == nil)
    }

    @Test func `JSON: objects are equal in any order, and so are numbers of equal value`() {
        #expect(["a": 1, "b": 2] as JSON == ["b": 2, "a": 1])
        #expect(["a": 1] as JSON != ["a": 2])
        #expect(Set([1, 1.0, JSON(UInt64(1))] as [JSON]).count == 1)
        #expect(JSON(UInt64.max) != JSON(Double(UInt64.max)))
        #expect(1 as JSON != true)
    }

    @Test func `JSON: strings are equal if their scalars are`() {
        let (one, two) = ("\u{E9}", "e\u{301}")
        #expect(JSON(one) != JSON(two) && [JSON(one)] as JSON != [JSON(two)] && ["a": JSON(one)] as JSON != ["a": JSON(two)])
        #expect(Set([JSON(one), JSON(two), JSON(one)]).count == 2)
    }

    @Test func `JSON: values of any type become JSON`() {
        let name = "x"
        let json: JSON = ["id": JSON(Int8(-3)), "n": JSON(UInt64.max), "name": "<\(name)>", "raw": JSON(name), "ok": JSON(true)]
        #expect("\(json)" == #"{"id":-3,"n":18446744073709551615,"name":"<x>","raw":"x","ok":true}"#)
    }

    @Test func `JSON: a call reads any response, and keeps its order`() async throws {
        let text = #"{"z":[1,{"y":null}],"a":"b","k":0,"x":1,"c":2,"m":3}"#
        let stub = StubTransport { _ in HTTPResponse(body: Data(text.utf8)) }
        let json = try await APIClient.example(stub).call(.get("items"), as: JSON.self).value
        #expect("\(json)" == text)
    }
}
