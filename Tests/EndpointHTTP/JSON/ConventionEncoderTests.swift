import EndpointKit
import Foundation
import Testing

/// The encoder of a convention writes the same JSON as Foundation's with the same settings, except for UUIDs and the keys of `JSON`.
@Suite struct ConventionEncoderTests {
    private static let upper = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    private static let lower = "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
    private static let id = UUID(uuidString: upper) ?? UUID()

    private func text(_ value: some Encodable, _ convention: JSONConvention = .standard) throws -> String {
        String(decoding: try convention.encoder().encode(value), as: UTF8.self)
    }

    private struct Wrapped: Codable, Hashable { var rawValue: UUID }
    private enum Event: Encodable { case made(id: UUID) }
    private struct Owner: Encodable {
        var id = ConventionEncoderTests.id
        var maybe: UUID? = ConventionEncoderTests.id
        var missing: UUID?
        var text = ConventionEncoderTests.upper
        var list = [[ConventionEncoderTests.id]]
        var byName = ["snake_Case": ConventionEncoderTests.id]
        var byID = [ConventionEncoderTests.id: 1]
        var wrapped = Wrapped(rawValue: ConventionEncoderTests.id)
        var event = Event.made(id: ConventionEncoderTests.id)
    }
    private class Base: Encodable { var baseID = ConventionEncoderTests.id }
    private class Derived: Base {
        enum CodingKeys: CodingKey { case ownID, nested, list }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(baseID, forKey: .ownID)
            var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .nested)
            try nested.encode(baseID, forKey: .ownID)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encode(baseID)
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(baseID)
            var object = list.nestedContainer(keyedBy: CodingKeys.self)
            try object.encode(baseID, forKey: .ownID)
            try super.encode(to: list.superEncoder())
            try super.encode(to: container.superEncoder())
            try super.encode(to: container.superEncoder(forKey: .list))
        }
    }

    @Test func `JSONConvention: a UUID is written in lower case everywhere, and a string stays as it is`() throws {
        let id = Self.lower
        #expect(try text(Self.id) == #""\#(id)""#)
        #expect(
            try text(Owner())
                == #"{"byID":["\#(id)",1],"byName":{"snake_Case":"\#(id)"},"event":{"made":{"id":"\#(id)"}},"id":"\#(id)","#
                + #""list":[["\#(id)"]],"maybe":"\#(id)","text":"\#(Self.upper)","wrapped":{"rawValue":"\#(id)"}}"#)
        let derived = try text(Derived())
        #expect(!derived.contains(Self.upper))
        #expect(derived.ranges(of: id).count == 4)
    }

    @Test func `JSONConvention: a UUID is read in either case`() throws {
        for text in [Self.upper, Self.lower] {
            let response = HTTPResponse(body: Data(#"["\#(text)"]"#.utf8))
            #expect(try ResponseDecoder(.standard).decode([UUID].self, from: response) == [Self.id])
        }
    }

    @Test func `JSONConvention: literals, forms, queries, paths and parts write a UUID in lower case too`() async throws {
        let literal = try JSONLiteral(dictionaryLiteral: ("id", Self.id), ("ids", [Self.id])).entity()
        #expect(try await literal.text() == #"{"id":"\#(Self.lower)","ids":["\#(Self.lower)"]}"#)
        #expect(try await FormBody(encoding: Wrapped(rawValue: Self.id)).text() == "rawValue=\(Self.lower)")
        #expect(try await FormBody(["id": Self.id]).text() == "id=\(Self.lower)")
        let query: Query = ["id": Self.id, "ids": .commaSeparated([Self.id])]
        #expect(query.encoded == "id=\(Self.lower)&ids=\(Self.lower)")
        #expect(("items/\(Self.id)" as Path).encoded == "items/\(Self.lower)")
    }

    // MARK: Everything else is Foundation's

    private struct Everything: Encodable {
        var bool = true, text = "a\"/é\u{1}", empty = "", double = 1.5, whole = 2.0, float = Float(0.1), int = -1
        var int8 = Int8.min, int16 = Int16.max, int32 = Int32.min, int64 = Int64.max
        var uint = UInt.max, uint8 = UInt8.max, uint16 = UInt16.max, uint32 = UInt32.max, uint64 = UInt64.max
        var int128 = Int128.min, uint128 = UInt128.max
        var date = Date(timeIntervalSince1970: 1_398_781_097.25), data = Data([0xFB, 0xFF]), url = URL(filePath: "/a b")
        var decimal = Decimal(string: "12345678901234567890.123") ?? 0
        var none: Int?, some: Int? = 1, nulls: [Int?] = [nil, 1], range = 1..<3
        var dates = [Date(timeIntervalSince1970: 0)], datas = ["k": Data([1])], urls = [URL(filePath: "/a")], decimals = [Decimal(1)]
        var numbers: [Float] = [1, 2.5], bytes: [UInt8] = [1], wide: [Int128] = [1], widest: [UInt128] = [2], flags = [true], words = ["a"]
        var emptyList: [Int] = [], emptyObject: [String: Int] = [:], nothing = Nothing()
        var byNumber = [1: "a"], byName = ["camelCase": ["innerKey": 1.5]], camelCase = 1
        var json: JSON = ["a": [1, 2.5, true, nil, "x", ["b": []]]]
    }
    private struct Nothing: Encodable {}
    private struct Silent: Encodable { func encode(to encoder: any Encoder) {} }

    @Test func `JSONConvention: its encoder writes everything else as JSONEncoder would with the same settings`() throws {
        let settings: [@Sendable (JSONEncoder) -> Void] = [
            { _ in }, { $0.dateEncodingStrategy = .secondsSince1970 }, { $0.dateEncodingStrategy = .iso8601 },
            { $0.dataEncodingStrategy = .deferredToData }, { $0.outputFormatting = [.sortedKeys, .prettyPrinted] },
            { $0.keyEncodingStrategy = .custom { JSONKey(stringValue: $0.last.map { "_" + $0.stringValue } ?? "") } },
            {
                $0.dateEncodingStrategy = .custom { date, encoder in
                    var container = encoder.container(keyedBy: JSONKey.self)
                    try container.encode("at", forKey: JSONKey(stringValue: "\(date.timeIntervalSince1970)"))
                }
            },
        ]
        for (index, set) in settings.enumerated() {
            let (own, foundation) = (JSONConvention.standard.encoder(), JSONEncoder())
            foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            set(own)
            set(foundation)
            var everything = Everything()
            // Foundation converts the keys of a JSON value as if they were a type's.
            if index == 5 { everything.json = nil }
            #expect(try own.encode(everything) == foundation.encode(everything), "\(index)")
            for value: any Encodable in [
                1, "a", true, 1.5, Float(1), Int128(3), Date(timeIntervalSince1970: 0), Data([1]), URL(filePath: "/a"), Decimal(1), [1],
                ["a": 1],
                Int?.some(1), Int?.none, [Int](), JSON.null, JSON.array([1]), Nothing(),
            ] {
                #expect(try own.encode(value) == foundation.encode(value), "\(index) \(value)")
            }
        }
    }

    private struct JSONKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test func `JSONConvention: its encoder throws the same errors as JSONEncoder`() throws {
        struct Outer: Encodable { var list = [["a": Double.nan]] }
        func failure(_ encoder: JSONEncoder, _ value: any Encodable) -> [String] {
            let error = #expect(throws: EncodingError.self) { try encoder.encode(value) }
            guard case .invalidValue(let value, let context)? = error else { return [] }
            return ["\(value)", context.debugDescription] + context.codingPath.map(\.stringValue)
        }
        for value: any Encodable in [Outer(), Double.infinity, Silent()] {
            let foundation = failure(JSONEncoder(), value)
            #expect(!foundation.isEmpty && failure(JSONConvention.standard.encoder(), value) == foundation)
        }
    }

    @Test func `JSONConvention: a value that is nested too deep is an error, as with JSONEncoder, and any other is written`() throws {
        final class Node: Encodable {
            let next: Node?
            init(_ next: Node?) { self.next = next }
        }
        func nodes(_ count: Int) -> Node { (1..<count).reduce(Node(nil)) { node, _ in Node(node) } }
        for count in [10, 400, 500] {
            #expect(try JSONConvention.standard.encoder().encode(nodes(count)) == JSONEncoder().encode(nodes(count)))
        }
        for count in [600, 5_000] {
            #expect(throws: EncodingError.self) { try JSONConvention.standard.encoder().encode(nodes(count)) }
        }
    }

    @Test func `JSONConvention: the keys of a JSON value are data, and stay as they are`() throws {
        struct Note: Encodable { var rawValue: JSON = ["aKey": ["innerKey": 1, "list": [["lastKey": 2]]]] }
        #expect(try text(Note(), JSONConvention(keys: .snakeCase)) == #"{"raw_value":{"aKey":{"innerKey":1,"list":[{"lastKey":2}]}}}"#)
    }
}
