import EndpointKit
import Foundation
import Testing

/// `JSON` as a part of another type, where `JSONDecoder` reads it.
@Suite struct JSONDecodingTests {
    private struct Holder: Codable {
        var value: JSON
    }

    private func decoded(_ text: String) throws -> JSON {
        try JSONDecoder().decode(Holder.self, from: Data(#"{"value":\#(text)}"#.utf8)).value
    }

    private static let kinds = [
        "0", "1", "-1", "1.5", "-2.5e-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
        "9007199254740993", "18446744073709551616", "1e300", "true", "false", "null", #""""#, #""1""#, #""true""#, "[]", "{}",
        #"[1,true,"a",null,[],{},1.5,0,false]"#, #"{"a":1,"b":true,"c":"d","e":null,"f":[{"g":0}],"h":{"i":1.5}}"#,
        "[[],{},[],1,{},2,true,{}]",
    ]

    @Test(arguments: kinds)
    func `a value of each kind keeps its kind, whatever stands before it`(text: String) throws {
        let value = try JSON(parsing: text)
        #expect(try decoded(text) == value)
        for before in ["{}", "[]", "1", "true", "1.5", "\"x\"", "null"] {
            let list = try decoded("[\(before),\(text),\(before)]")
            #expect(list[1] == value, "after \(before)")
            #expect(list.array?.count == 3)
            #expect(try decoded(#"{"a":\#(before),"b":\#(text)}"#)["b"] == value)
        }
        // 1 and true are equal nowhere.
        if case .bool = value { #expect(try decoded(text).bool != nil) }
        #expect(try decoded(text).int == value.int)
    }

    @Test func `a property list's numbers and booleans stay apart too`() throws {
        let value: JSON = ["a": [1, true, 0, false, 1.5, "x", [:], []], "b": 9_007_199_254_740_993]
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            let read = try PropertyListDecoder().decode(Holder.self, from: encoder.encode(Holder(value: value))).value
            #expect(read == value)
        }
    }

    @Test func `arrays and objects are read 64 deep, and deeper ones are an error that says so`() throws {
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
