import EndpointKit
import TestSupport

private enum Shade: String, Codable, CaseIterable { case red, green = "GREEN", empty = "" }
private enum Level: Int8, Codable { case low = -1, high = 100 }
private enum Size: Double, Decodable { case small = 0.5, large = 1e3 }
private enum NamedKey: String, CodingKeyRepresentable, Codable, Hashable { case a, b = "B", one = "1" }
private enum NumberedKey: Int, CodingKeyRepresentable, Codable, Hashable { case one = 1, two = 2 }
private struct StructKey: Hashable, Codable { var x: Int }
private struct TextKey: Hashable, Decodable, CodingKeyRepresentable {
    var text: String
    var codingKey: any CodingKey { AnyKey(stringValue: text) }
    init?<T: CodingKey>(codingKey: T) {
        if codingKey.stringValue == "no" { return nil }
        text = codingKey.stringValue + (codingKey.intValue.map { "#\($0)" } ?? "")
    }
}

private enum Figure: Decodable {
    case point
    case circle(radius: Double)
    case box(Int, Int)
    case label(_ text: String, size: Int? = nil)
    indirect case pair(Figure, Figure)
}

private class Animal: Decodable {
    var name: String
    var age: Int?
}
private final class Dog: Animal {
    var tricks: [String]
    private enum CodingKeys: String, CodingKey { case tricks }
    required init(from decoder: any Decoder) throws {
        tricks = try decoder.container(keyedBy: CodingKeys.self).decode([String].self, forKey: .tricks)
        try super.init(from: decoder)
    }
}
private final class Cat: Animal {
    var lives: Int
    private enum CodingKeys: String, CodingKey { case lives, animal }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        lives = try container.decode(Int.self, forKey: .lives)
        try super.init(from: container.superDecoder())
    }
}
private final class Bird: Animal {
    required init(from decoder: any Decoder) throws {
        try super.init(from: decoder.container(keyedBy: AnyKey.self).superDecoder(forKey: "animal"))
    }
}
private final class Tree: Decodable {
    var value: Int
    var left: Tree?
    var right: Tree?
}

private struct Everything: Decodable {
    var flag: Bool, text: String, double: Double, float: Float, int: Int, small: Int8, word: Int16, long: Int32, wide: Int64, huge: Int128
    var unsigned: UInt, byte: UInt8, pair: UInt16, quad: UInt32, eight: UInt64, sixteen: UInt128
    var decimal: Decimal, uuid: UUID, url: URL, data: Data, date: Date, shade: Shade, list: [Int], table: [String: Int], nothing: Int?
}

private struct Paged<Element: Decodable>: Decodable {
    var items: [Element]
    var next: URL?
    var first: Element?
}

private enum Either<First: Decodable, Second: Decodable>: Decodable {
    case first(First), second(Second)
    init(from decoder: any Decoder) throws {
        do { self = .first(try First(from: decoder)) } catch { self = .second(try Second(from: decoder)) }
    }
}

@propertyWrapper private struct Defaulted<Value: Decodable & ExpressibleByIntegerLiteral>: Decodable {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? 0 : try container.decode(Value.self)
    }
}
extension KeyedDecodingContainer {
    fileprivate func decode<Value>(_ type: Defaulted<Value>.Type, forKey key: Key) throws -> Defaulted<Value> {
        try decodeIfPresent(type, forKey: key) ?? Defaulted(wrappedValue: 0)
    }
}
@propertyWrapper private struct Text<Value: LosslessStringConvertible>: Decodable {
    var wrappedValue: Value?
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = try Value((try? container.decode(String.self)) ?? "\(container.decode(Int.self))")
    }
}
private struct Wrapped: Decodable {
    @Defaulted var count: Int
    @Defaulted var share: Double
    @Text var id: Int?
    @LossyArray var prices: [Double]
}

private struct Scaled: DecodableWithConfiguration {
    var value: Double
    init(from decoder: any Decoder, configuration: Double) throws {
        value = try decoder.singleValueContainer().decode(Double.self) * configuration
    }
}

private struct Refusal: Error {}
private struct Refusing: Decodable {
    init(from decoder: any Decoder) throws { throw Refusal() }
}

/// Keys with integers. The member is found by the key's string.
private struct Numbered: Decodable {
    var first: Int
    var second: Int?
    private enum CodingKeys: Int, CodingKey { case first = 1, second = 2 }
}
private struct TwoKeys: Decodable {
    var seen: [Int?]
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        seen = try [AnyKey(intValue: 1), AnyKey(stringValue: "1"), "one"].map { try container.decodeIfPresent(Int.self, forKey: $0) }
    }
}

extension DecodingCase {
    static let enums: [DecodingCase] = rawValues + figures + figuresAmongOthers

    private static let rawValues: [DecodingCase] = [
        #""red""#, #""GREEN""#, #""green""#, #""""#, #""re\u0064""#, "null", "1", "-1", "100", "100.0", "1e2", "0.5", "1000", "101", "128",
        #""1""#, "[]", "{}",
    ].flatMap { text in
        [
            DecodingCase("Shade \(text)", text, Shade.self), DecodingCase("Shade? \(text)", text, Shade?.self),
            DecodingCase("Shade of a member \(text)", #"{"a": \#(text)}"#, OneMember<Shade>.self),
            DecodingCase("Level \(text)", text, Level.self),
            DecodingCase("Level? of a member \(text)", #"{"a": \#(text)}"#, OneMember<Level?>.self),
            DecodingCase("Size \(text)", text, Size.self), DecodingCase("Levels \(text)", "[1, \(text)]", [Tried<Level>].self),
        ]
    }

    private static let figures: [DecodingCase] = [
        #"{"point": {}}"#, #"{"point": null}"#, #"{"point": 1}"#, #"{"point": {"a": 1}}"#, #"{"circle": {"radius": 1.5}}"#,
        #"{"circle": {}}"#,
        #"{"circle": {"radius": null}}"#, #"{"circle": {"radius": "a"}}"#, #"{"circle": null}"#, #"{"box": {"_0": 1, "_1": 2}}"#,
        #"{"box": {"_0": 1}}"#, #"{"box": [1, 2]}"#, #"{"label": {"_0": "a"}}"#, #"{"label": {"_0": "a", "size": 3}}"#,
        #"{"label": {"_0": "a", "size": null}}"#, #"{"pair": {"_0": {"point": {}}, "_1": {"circle": {"radius": 2}}}}"#,
        #"{"pair": {"_0": {"point": {}}, "_1": {"circle": {"radius": []}}}}"#, #"{}"#, #"{"other": {}}"#,
        #"{"point": {}, "circle": {"radius": 1}}"#,
        #"{"point": {}, "other": 1}"#, #"{"point": {}, "point": {}}"#, "[]", "null", #""point""#,
    ].map { DecodingCase("Figure \($0)", $0, Figure.self) }

    private static let figuresAmongOthers: [DecodingCase] = [
        #"{"point": {}}"#, #"{"circle": {"radius": 1}}"#, #"{"circle": {"radius": "a"}}"#, #"{"circle": []}"#, #"{"label": {"size": 1}}"#,
        "{}",
        #"{"point": {}, "circle": {"radius": 1}}"#, #"{"other": {}}"#, "1", "null",
    ].flatMap {
        [
            DecodingCase("Figure? \($0)", $0, Figure?.self), DecodingCase("Figures [\($0)]", "[\($0)]", [Figure].self),
            DecodingCase("Figure of a member \($0)", #"{"a": \#($0)}"#, OneMember<Figure>.self),
        ]
    }

    static let dictionaries: [DecodingCase] = [
        "{}", #"{"a": 1}"#, #"{"a": 1, "1": 3}"#, #"{"B": 2, "1": 3}"#, #"{"1": 1}"#, #"{"1": 1, "2": 2}"#, #"{"01": 1}"#, #"{"+1": 1}"#,
        #"{" 1": 1}"#,
        #"{"1.0": 1}"#, #"{"-1": 1, "1": 2}"#, #"{"9223372036854775808": 1}"#, #"{"c": 1}"#, #"{"no": 1}"#, #"{"": 1}"#, #"{"a": null}"#,
        #"{"a": "x"}"#, "[]", #"["a", 1]"#, #"["a", 1, "B"]"#, #"[1, 2]"#, #"[1, 2, 1, 3]"#, #"[{"x": 1}, 1]"#,
        #"[{"x": 1}, 1, {"x": 2}, 2]"#,
        #"[{"x": 1}, 1, {"x": 1}, 2]"#, #"[{"x": 1}]"#, #"[{"x": "a"}, 1]"#, #"[{"x": 1}, "a"]"#, "null", "1",
    ].flatMap { text in
        [
            DecodingCase("[String: Int] \(text)", text, [String: Int].self),
            DecodingCase("[String: Int?] \(text)", text, [String: Int?].self),
            DecodingCase("[Int: Int] \(text)", text, [Int: Int].self), DecodingCase("[NamedKey: Int] \(text)", text, [NamedKey: Int].self),
            DecodingCase("[NumberedKey: Int] \(text)", text, [NumberedKey: Int].self),
            DecodingCase("[Shade: Int] \(text)", text, [Shade: Int].self),
            DecodingCase("[TextKey: Int] \(text)", text, [TextKey: Int].self),
            DecodingCase("[StructKey: Int] \(text)", text, [StructKey: Int].self),
            DecodingCase("[UUID: Int] \(text)", text, [UUID: Int].self), DecodingCase("[Int8: Int] \(text)", text, [Int8: Int].self),
            DecodingCase("[Double: Int] \(text)", text, [Double: Int].self),
            DecodingCase("keys with integers \(text)", text, Numbered.self),
            DecodingCase("keys by integer and text \(text)", text, TwoKeys.self),
        ]
    }

    private static let whole = """
        {"flag": true, "text": "Zoë \\n", "double": -1.5e3, "float": 0.1, "int": 7, "small": -8, "word": 16, "long": 32, "wide": 64,
        "huge": 170141183460469231731687303715884105727, "unsigned": 1, "byte": 255, "pair": 2, "quad": 4, "eight": 18446744073709551615,
        "sixteen": 340282366920938463463374607431768211455, "decimal": 1.10, "uuid": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
        "url": "https://a.b/c?d#e", "data": "AAEC", "date": 0.5, "shade": "GREEN", "list": [1, 2], "table": {"a": 1}, "nothing": null}
        """

    static let types: [DecodingCase] = wholes + members + families + trees + pages + eithers + wrappers + others

    private static let wholes: [DecodingCase] = [
        DecodingCase("a type of every kind", whole, Everything.self),
        DecodingCase("an optional type of every kind", whole, Everything?.self),
        DecodingCase("a type of every kind twice", "[\(whole), \(whole)]", [Everything].self),
    ]

    private static let members: [DecodingCase] = [
        "flag", "text", "double", "float", "int", "small", "word", "long", "wide", "huge", "unsigned", "byte", "pair", "quad", "eight",
        "sixteen",
        "decimal", "uuid", "url", "data", "date", "shade", "list", "table", "nothing",
    ].flatMap { key in
        ["null", "true", "[]", "{}", "\"!\"", "-300.5", "1e400"].map { text in
            DecodingCase(
                "\(key) with \(text)", "{\"\(key)\": \(text)," + whole.dropFirst(), Everything.self)
        } + [DecodingCase("\(key) missing", whole.replacing("\"\(key)\"", with: "\"other\""), Everything.self)]
    }

    private static let families: [DecodingCase] = [
        #"{"name": "a", "tricks": ["b"]}"#, #"{"name": "a", "age": 3, "tricks": []}"#, #"{"tricks": ["b"]}"#, #"{"name": "a"}"#,
        #"{"lives": 9, "super": {"name": "a"}}"#, #"{"lives": 9}"#, #"{"lives": 9, "super": null}"#, #"{"lives": 9, "super": {"name": 1}}"#,
        #"{"lives": 9, "super": []}"#, #"{"animal": {"name": "a", "age": null}}"#, #"{"animal": {"name": []}}"#, #"{"animal": 1}"#, "{}",
        "null",
    ].flatMap { text in
        [
            DecodingCase("Dog \(text)", text, Dog.self), DecodingCase("Cat \(text)", text, Cat.self),
            DecodingCase("Bird \(text)", text, Bird.self),
            DecodingCase("Dogs [\(text)]", "[\(text)]", [Dog?].self),
            DecodingCase("Cat of a member \(text)", #"{"a": \#(text)}"#, OneMember<Cat>.self),
        ]
    }

    private static let trees: [DecodingCase] = [
        #"{"value": 1}"#, #"{"value": 1, "left": {"value": 2, "right": {"value": 3}}, "right": {"value": 4}}"#,
        #"{"value": 1, "left": {}}"#,
        #"{"value": 1, "left": {"value": 2, "right": {"value": "3"}}}"#, #"{"value": 1, "left": null, "right": []}"#,
    ].map { DecodingCase("Tree \($0)", $0, Tree.self) }

    private static let pages: [DecodingCase] = [
        #"{"items": [1, 2], "next": "https://a.b", "first": 1}"#, #"{"items": [], "next": null}"#, #"{"items": [null]}"#,
        #"{"items": ["a"]}"#,
        #"{"items": [{"items": [1]}]}"#, #"{"items": [1], "next": ""}"#, #"{"items": [1], "next": "a b"}"#,
        #"{"items": [1], "next": "http://[a"}"#,
    ].flatMap {
        [
            DecodingCase("Paged<Int> \($0)", $0, Paged<Int>.self), DecodingCase("Paged<Paged<Int>> \($0)", $0, Paged<Paged<Int>>.self),
            DecodingCase("Paged<Int?> \($0)", $0, Paged<Int?>.self),
        ]
    }

    private static let eithers: [DecodingCase] = [
        "1", "\"a\"", "[1]", "[\"a\"]", "{}", "null", "1.5", "1e400", #"{"a": 1}"#, #"{"a": "b"}"#,
    ].flatMap { text in
        [
            DecodingCase("Either<Int, String> \(text)", text, Either<Int, String>.self),
            DecodingCase("Either<[Int], [String]> \(text)", text, Either<[Int], [String]>.self),
            DecodingCase(
                "Eithers in an array [\(text)]", "[\(text), \(text)]", [Either<OneMember<Int>, Either<Int, OneMember<String>>>].self),
            DecodingCase("Either in a member \(text)", #"{"a": \#(text)}"#, OneMember<Either<Int, Either<[Int], OneMember<Int>>>>.self),
        ]
    }

    private static let wrappers: [DecodingCase] = [
        #"{"count": 1, "share": 0.5, "id": "7", "prices": [1, "a", null, 2]}"#, #"{"id": 7}"#, #"{"count": null, "share": null, "id": 7}"#,
        #"{"count": "a", "id": 7}"#, #"{"id": true}"#, #"{"id": "x", "prices": [1e400, 1]}"#, #"{"id": 1, "prices": {}}"#, "{}",
    ].map { DecodingCase("property wrappers \($0)", $0, Wrapped.self) }

    private static let others: [DecodingCase] = [
        DecodingCase("values with a configuration", #"{"a": 1.5, "b": [1, null, "x"]}"#) { decoder, log in
            let object = try decoder.container(keyedBy: AnyKey.self)
            log.attempt("decode") { try object.decode(Scaled.self, forKey: "a", configuration: 2) }
            log.attempt("if present") { try object.decodeIfPresent(Scaled.self, forKey: "a", configuration: 3) as Any }
            log.attempt("missing") { try object.decode(Scaled.self, forKey: "c", configuration: 3) }
            log.attempt("missing, if present") { try object.decodeIfPresent(Scaled.self, forKey: "c", configuration: 3) as Any }
            log.attempt("wrong") { try object.decode(Scaled.self, forKey: "b", configuration: 3) }
            var list = try object.nestedUnkeyedContainer(forKey: "b")
            log.attempt("element") { try list.decode(Scaled.self, configuration: 2) }
            log.attempt("null") { try list.decodeIfPresent(Scaled.self, configuration: 2) as Any }
            log.attempt("wrong element") { try list.decode(Scaled.self, configuration: 2) }
            log.note("index", list.currentIndex)
        },
        DecodingCase("an error of the type's own", "1", Refusing.self),
        DecodingCase("an error of an element's own", "[1]", [Refusing].self),
        DecodingCase("an error of a member's own", #"{"a": 1}"#, OneMember<Refusing>.self),
        DecodingCase("an error of an optional's own", #"{"a": null}"#, OneMember<Refusing?>.self),
        DecodingCase("an error that is caught", "[1, 2]", [Tried<Refusing>].self),
        DecodingCase("optionals of optionals", "[null, 1, [null]]", [Tried<Int???>].self),
        DecodingCase("optional arrays of optional arrays", "[null, [null, [null, 1]]]", [[[Int?]?]?]?.self),
        DecodingCase(
            "UUIDs", #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "", "E621E1F8", 1, null]"#,
            [Tried<UUID>].self),
        DecodingCase("URLs", urls, [Tried<URL>].self), DecodingCase("optional URLs", urls, [Tried<URL?>].self),
        DecodingCase("a URL at the top", #""https://a.b""#, URL.self), DecodingCase("an empty URL at the top", #""""#, URL.self),
        DecodingCase("URLs as keys", #"["https://a.b", 1]"#, [URL: Int].self),
        DecodingCase("nothing of the document", #"{"a": [1, {}]}"#) { _, _ in },
        DecodingCase("an AttributedString's parts", #"["a", {}]"#, AttributedStringParts.self),
        DecodingCase("a Locale", #"{"identifier": "de_CH"}"#, Locale.self),
        DecodingCase("DateComponents", #"{"year": 2020, "month": 2}"#, DateComponents.self),
        DecodingCase("an IndexPath", #"{"indexes": [1, 2]}"#, IndexPath.self),
        DecodingCase("a CGPoint's kind", "[1.5, 2]", SIMD2<Double>.self),
        DecodingCase("too long for a vector", "[1.5, 2, 3]", SIMD2<Double>.self),
        DecodingCase("too short for a vector", "[1.5]", SIMD2<Double>.self), DecodingCase("a Duration", "[1, 2]", Duration.self),
        DecodingCase("a duration cut short", "[1]", Duration.self),
        DecodingCase("a collection difference", "[]", CollectionDifference<Int>.self),
        DecodingCase("a contiguous array", "[1, 2]", ContiguousArray<Int>.self),
        DecodingCase(
            "bytes as Data of a member",
            "[\"AAEC\", \"AA==\", \"AA\", \"A\", \"\", \"AA E\", \"AA\\nEC\", \"\\u0041AEC\", \"_-==\", 1, null, []]", [Tried<Data>].self),
    ]

    private static let urls =
        ##"["https://a.b/c?d=e#f", "", " ", "a b", "a", "/a", "?", "#", "http://[::1]", "http://[a", "http://a:b", "é", "##
        + ##""https://é.ch/é", "%", "%zz", "a\u0000", "mailto:a@b", 1, null, true]"##

    private struct AttributedStringParts: Decodable {
        var text: String
        var rest: OneMember<Int>?
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            text = try list.decode(String.self)
            rest = try list.decodeIfPresent(OneMember<Int>.self)
        }
    }
}
