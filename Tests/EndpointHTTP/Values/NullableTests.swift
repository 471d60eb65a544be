import EndpointKit
import Foundation
import Testing

@Suite struct NullableTests {
    private struct Rename: Codable, Hashable {
        var name: Nullable<String> = .missing
        var nickName: Nullable<String> = .missing
        var age: Nullable<Int> = .missing
        var id: Nullable<UUID> = .missing
        var tags: Nullable<[String]> = .missing
        var at: Nullable<Date> = .missing
    }
    private static let id = UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    private static let forms: [(Rename, String)] = [
        (Rename(), "{}"),
        (Rename(name: "Thor", nickName: nil), #"{"name":"Thor","nickName":null}"#),
        (Rename(name: "\(1 + 1)", age: 3), #"{"age":3,"name":"2"}"#),
        (Rename(age: nil, tags: .value([])), #"{"age":null,"tags":[]}"#),
        (Rename(at: .value(Date(timeIntervalSinceReferenceDate: 5))), #"{"at":5}"#),
    ]

    private func encoders() -> [JSONEncoder] {
        let foundation = JSONEncoder()
        foundation.outputFormatting = .sortedKeys
        return [foundation, JSONConvention.standard.encoder()]
    }
    private func decoded<Value: Decodable>(_ text: String, _ type: Value.Type = Value.self) throws -> [Value] {
        [
            try JSONDecoder().decode(type, from: Data(text.utf8)),
            try ResponseDecoder().decode(type, from: HTTPResponse(body: Data(text.utf8))),
        ]
    }

    @Test(arguments: forms.indices)
    func `Nullable: a property is missing, null or a value in every coder, in both directions`(index: Int) throws {
        let (value, text) = Self.forms[index]
        for encoder in encoders() { #expect(try encoder.encode(value) == Data(text.utf8)) }
        #expect(try decoded(text) == [value, value])
        let list = try PropertyListEncoder().encode(value)
        #expect(try PropertyListDecoder().decode(Rename.self, from: list) == value)
    }

    @Test func `Nullable: the convention writes the value, and the key`() throws {
        let convention = JSONConvention(dates: .iso8601, keys: .snakeCase)
        let value = Rename(nickName: nil, id: .value(Self.id), at: .value(Date(timeIntervalSince1970: 0)))
        let text = #"{"at":"1970-01-01T00:00:00Z","id":"ab000000-0000-0000-0000-000000000001","nick_name":null}"#
        #expect(try String(decoding: convention.encoder().encode(value), as: UTF8.self) == text)
        #expect(try ResponseDecoder(convention).decode(Rename.self, from: HTTPResponse(body: Data(text.utf8))) == value)
    }

    @Test func `Nullable: a variable becomes a value or null`() {
        let (none, some): (String?, String?) = (nil, "x")
        #expect(Nullable(none) == .null && Nullable(some) == .value("x"))
        #expect(Nullable(some).value == "x" && Nullable<String>.null.value == nil && Nullable<String>.missing.value == nil)
    }

    // MARK: Other places

    private struct Maybe: Codable, Hashable { var name: Nullable<String>? }

    @Test func `Nullable: in an optional property, nil is missing too`() throws {
        for (value, text) in [(Maybe(), "{}"), (Maybe(name: .some(.null)), #"{"name":null}"#), (Maybe(name: "x"), #"{"name":"x"}"#)] {
            for encoder in encoders() { #expect(try encoder.encode(value) == Data(text.utf8)) }
            #expect(try decoded(text) == [value, value])
        }
        for encoder in encoders() { #expect(try encoder.encode(Maybe(name: .some(.missing))) == Data("{}".utf8)) }
    }

    private struct Box<Value: Codable & Hashable>: Codable, Hashable { var value: Value }

    @Test func `Nullable: in an array, a dictionary, a generic property or alone, null and values are written, and .missing is an error`()
        throws
    {
        for encoder in encoders() {
            #expect(try encoder.encode([Nullable.value(1), .null]) == Data("[1,null]".utf8))
            #expect(try encoder.encode(["a": Nullable.value(1), "b": .null]) == Data(#"{"a":1,"b":null}"#.utf8))
            #expect(try encoder.encode(Box(value: Nullable<Int>.null)) == Data(#"{"value":null}"#.utf8))
            #expect(try encoder.encode(Nullable<Int>.null) == Data("null".utf8))
            for value: any Encodable in [
                [Nullable<Int>.missing], ["a": Nullable<Int>.missing], Box(value: Nullable<Int>.missing), Nullable<Int>.missing,
            ] {
                let error = #expect(throws: EncodingError.self) { try encoder.encode(value) }
                #expect("\(error as Any)".contains("A missing value can be left out only as the property of a type."))
            }
        }
        #expect(try decoded("[1,null]") == Array(repeating: [Nullable.value(1), .null], count: 2))
        #expect(try decoded(#"{"a":1,"b":null}"#) == Array(repeating: ["a": Nullable.value(1), "b": .null], count: 2))
        #expect(try decoded("null") == [Nullable<Int>.null, .null])
    }

    @Test func `Nullable: a value of another kind is a decoding error at its path`() throws {
        let response = HTTPResponse(body: Data(#"{"age":"old"}"#.utf8))
        let error = #expect(throws: APIError.self) { try ResponseDecoder().decode(Rename.self, from: response) }
        #expect(error?.message.contains("age: expected Int, found a string") == true)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Rename.self, from: response.body) }
    }

    @Test func `Nullable: a query and a form write null in their style, and omit missing values`() async throws {
        let value = Rename(name: "x", nickName: nil)
        for (nils, text) in [(QueryStyle.Nils.omitted, "name=x"), (.empty, "name=x&nickName="), (.word, "name=x&nickName=null")] {
            let convention = JSONConvention(query: QueryStyle(nils: nils))
            #expect(Query(encoding: value, by: convention).encoded == text)
            #expect(try await FormBody(encoding: value, by: convention).text() == text)
        }
    }

    @Test func `Nullable: a JSON literal leaves out a missing member, and writes null`() async throws {
        let (name, nickname, age): (Nullable<String>, Nullable<String>, Nullable<Int>) = (.missing, .null, 3)
        let body: JSONLiteral = ["name": name, "nickname": nickname, "age": age]
        #expect(try await body.text() == #"{"nickname":null,"age":3}"#)
    }
}
