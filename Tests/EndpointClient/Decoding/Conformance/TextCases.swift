import EndpointKit
import TestSupport

extension DecodingCase {
    /// Strings as a value, as a requested key, and as a member that isn't decoded.
    static let texts: [DecodingCase] = textBodies.flatMap { name, body -> [DecodingCase] in
        let text = [0x22] + body + [0x22]
        func around(_ open: String, _ close: String) -> [UInt8] { Array(open.utf8) + text + Array(close.utf8) }
        return [
            DecodingCase("text: \(name)", bytes: around(#"{"a": "#, "}"), OneMember<String>.self),
            DecodingCase("text in an array: \(name)", bytes: around("[", "]"), [String].self),
            DecodingCase("optional text: \(name)", bytes: around(#"{"a": "#, "}"), OneMember<String?>.self),
            DecodingCase("text as a key of a dictionary: \(name)", bytes: around("{", ": 1}"), [String: Int].self),
            DecodingCase("text as a key beside another: \(name)", bytes: around(#"{"a": 1, "#, ": 2}"), OneMember<Int>.self),
            DecodingCase("text that isn't decoded: \(name)", bytes: around(#"{"a": 1, "b": "#, "}"), OneMember<Int>.self),
            DecodingCase(
                "text as a key of an object that isn't decoded: \(name)", bytes: around(#"{"a": 1, "b": {"#, ": 2}}"), OneMember<Int>.self),
            DecodingCase("text of another type: \(name)", bytes: around(#"{"a": "#, "}"), OneMember<Int>.self),
            DecodingCase("text with JSON5: \(name)", bytes: around(#"{"a": "#, "}"), OneMember<String>.self) { $0.allowsJSON5 = true },
        ]
    }

    private static let textBodies: [(String, [UInt8])] =
        escapes.map { ("\($0.prefix(40))", Array($0.utf8)) } + plainTexts.map { ($0, Array($1.utf8)) } + invalidBytes
        + (0..<0x20).map { ("control character \($0)", [0x61, $0]) }

    private static let escapes = [
        #"\""#, #"\\"#, #"\/"#, #"\b\f\n\r\t"#, #"a\nb"#, #"\u0041"#, #"\u00e9"#, #"\u00E9x"#, #"e\u0301"#, #"\u20AC"#, #"\uFFFF"#,
        #"\uFEFF"#,
        #"\u0000"#, #"a\u0000b"#, #"\u001f\u007F"#, #"\ud83d\ude00"#, #"\uD83D\uDE00!"#, #"\uDBFF\uDFFF"#, #"\ud83d"#, #"\ud83d!"#,
        #"\ude00"#,
        #"\ude00\ud83d"#, #"\ud83d\ud83d\ude00"#, #"\ud83d\n"#, #"\ud83d\u0041"#, #"\ud83d\u"#, #"\ud83d\"#, #"\ud83d\ude0"#,
        #"\ud83dude00"#,
        #"\a"#, #"\x41"#, #"\v"#, #"\0"#, #"\'"#, #"\U0041"#, #"\u"#, #"\u1"#, #"\u12"#, #"\u123"#, #"\u12G4"#, #"\u+123"#, #"\u-123"#,
        #"\u 123"#, #"\u123 "#, #"\u00é9"#, #"\é"#, #"\"#, #"\\\"#, #"\u{41}"#, "\\\n", "\\\r\n",
    ]

    private static let plainTexts: [(String, String)] = [
        ("nothing", ""), ("a space", " "), ("é of one scalar", "\u{E9}"), ("é of two scalars", "e\u{301}"), ("a flag", "🇨🇭"),
        ("a family", "👩‍👩‍👧‍👦"), ("DEL", "\u{7F}"), ("line separators", "\u{2028}\u{2029}"), ("a BOM", "\u{FEFF}"),
        ("a NUL's picture", "\u{2400}"),
        ("a non-character", "\u{FFFE}"), ("the last scalar", "\u{10FFFF}"), ("a single quote", "'"), ("a comment", "/* a */ // b"),
        ("braces", "{[]}:,"), ("15 bytes", "123456789012345"), ("16 bytes", "1234567890123456"), ("17 bytes", "12345678901234567"),
        ("15 bytes with an é", "1234567890123é"), ("16 bytes with an é", "12345678901234é"),
        ("10,000 bytes", String(repeating: "a", count: 10_000)),
        ("5,000 é", String(repeating: "é", count: 5_000)), ("2,000 escapes", String(repeating: #"\u00e9\n"#, count: 1_000)),
    ]

    private static let invalidBytes: [(String, [UInt8])] = [
        ("a continuation byte alone", [0x80]), ("a continuation byte after a", [0x61, 0xBF]), ("a cut sequence of two", [0xC3]),
        ("a cut sequence of two before a", [0xC3, 0x61]), ("a cut sequence of three", [0xE2, 0x82]),
        ("a cut sequence of four", [0xF0, 0x9F, 0x98]),
        ("an overlong slash", [0xC0, 0xAF]), ("an overlong NUL", [0xC0, 0x80]), ("an overlong quote of three", [0xE0, 0x80, 0xA2]),
        ("a surrogate in UTF-8", [0xED, 0xA0, 0x80]), ("beyond the last scalar", [0xF4, 0x90, 0x80, 0x80]), ("0xFF", [0xFF]),
        ("0xFE", [0xFE, 0x62]),
        ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]), ("an invalid byte before an escape", [0xFF, 0x5C, 0x6E]),
        ("an invalid byte after an escape", [0x5C, 0x6E, 0xFF]), ("an invalid byte between escapes", [0x5C, 0x6E, 0xC3, 0x5C, 0x6E]),
        ("a cut sequence that an escape follows", [0xC3, 0x5C, 0x75, 0x30, 0x30, 0x41, 0x39]),
    ]

    private struct Named: Decodable {
        var id: Int?
        var identifier: Int?
        var identifierOfA: Int?
        var identifierOfThe15: Int?
        var é: Int?
        var empty: Int?
        private enum CodingKeys: String, CodingKey {
            case id, identifier, identifierOfA = "identifier of a", identifierOfThe15 = "identifier of the 1", é, empty = ""
        }
    }

    static let keys: [DecodingCase] =
        [
            #"{}"#, #"{"": 1}"#, #"{"id": 1}"#, #"{"i\u0064": 1}"#, #"{"\u0069\u0064": 1}"#, #"{"ID": 1}"#, #"{" id": 1}"#,
            #"{"id\u0000": 1}"#,
            #"{"identifier": 1, "id": 2}"#, #"{"id": 1, "identifier": 2, "ident": 3}"#,
            #"{"identifier of a": 1, "identifier of the 1": 2}"#,
            #"{"identifier of the 10": 1}"#, #"{"identifier of th": 1}"#, #"{"\u00e9": 1}"#, #"{"e\u0301": 1}"#, "{\"e\u{301}\": 1}",
            "{\"\u{E9}\": 1}",
            // Swift strings are equal after Unicode normalization.
            "{\"\u{E9}\": 1, \"e\u{301}\": 2}", "{\"e\u{301}\": 1, \"\u{E9}\": 2}", "{\"e\u{301}\": null, \"\u{E9}\": 2}",
            #"{"id": 1, "id": 2}"#, #"{"id": 1, "i\u0064": 2}"#, #"{"i\u0064": 1, "id": 2}"#, #"{"id": null, "id": 2}"#,
            #"{"id": 1, "id": null}"#,
            #"{"id": "a", "id": 2}"#, #"{"id": 1, "id": "a"}"#, #"{"id": 1, "id": 2, "id": 3}"#, #"{"": 1, "": 2}"#,
        ].flatMap { document in
            [
                DecodingCase("keys \(exactText(ofText: document))", document, Named.self),
                DecodingCase("keys of a dictionary \(exactText(ofText: document))", document, [String: Int?].self),
                DecodingCase("keys by hand \(exactText(ofText: document))", document) { decoder, log in
                    let object = try decoder.container(keyedBy: AnyKey.self)
                    log.note("count", object.allKeys.count)
                    log.note("keys", object.allKeys.map { exactText(ofText: $0.stringValue) }.sorted())
                    for key in ["", "id", "ID", "identifier", "e\u{301}", "\u{E9}"] as [AnyKey] {
                        log.note("contains", object.contains(key))
                        log.attempt("nil") { try object.decodeNil(forKey: key) }
                        log.attempt("value") { try object.decode(Int?.self, forKey: key) as Any }
                    }
                },
            ]
        }
        + [
            DecodingCase("duplicates of objects", #"{"a": {"b": 1}, "a": {"b": 2, "c": 3}}"#, OneMember<[String: Int]>.self),
            DecodingCase("duplicates of arrays", #"{"a": [1], "a": [2, 3]}"#, OneMember<[Int]>.self),
            DecodingCase("duplicates, of which the first isn't right", #"{"a": {}, "a": [2, 3]}"#, OneMember<[Int]>.self),
            DecodingCase("duplicates in nested containers", #"{"a": {"b": 1}, "a": {"b": 2}, "c": [1], "c": [2, 3]}"#) { decoder, log in
                let object = try decoder.container(keyedBy: AnyKey.self)
                log.attempt("object") { try object.nestedContainer(keyedBy: AnyKey.self, forKey: "a").decode(Int.self, forKey: "b") }
                log.attempt("array") { try object.nestedUnkeyedContainer(forKey: "c").count as Any }
                log.attempt("super") { try object.superDecoder(forKey: "c").unkeyedContainer().count as Any }
            },
            DecodingCase("a duplicate of super", #"{"super": 1, "super": 2}"#) { decoder, log in
                let object = try decoder.container(keyedBy: AnyKey.self)
                log.attempt("super") { try object.superDecoder().singleValueContainer().decode(Int.self) }
            },
            hundredKeys("in order", Array(0..<100)), hundredKeys("in reverse", (0..<100).reversed()),
            hundredKeys("at random", (0..<100).map { $0 * 37 % 100 }), hundredKeys("again and again", (0..<200).map { $0 * $0 % 100 }),
            DecodingCase("long keys", longKeys) { decoder, log in
                let object = try decoder.container(keyedBy: AnyKey.self)
                for length in [1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 257, 65_535, 65_536] {
                    for key in [String(repeating: "k", count: length), String(repeating: "k", count: length - 1) + "l"] {
                        log.attempt("\(length)") { try object.decode(Int.self, forKey: AnyKey(stringValue: key)) }
                    }
                }
            },
        ]

    private static func hundredKeys(_ name: String, _ order: [Int]) -> DecodingCase {
        let document = "{" + (0..<100).map { "\"key \($0)\": \($0 * 3)" }.joined(separator: ",\n") + "}"
        return DecodingCase("100 keys \(name)", document) { decoder, log in
            let object = try decoder.container(keyedBy: AnyKey.self)
            log.note("count", object.allKeys.count)
            log.note("keys", object.allKeys.map(\.stringValue).sorted())
            for number in order {
                log.attempt("\(number)") { try object.decode(Int.self, forKey: AnyKey(stringValue: "key \(number)")) }
                if number % 7 == 0 { log.attempt("missing") { try object.decode(Int.self, forKey: AnyKey(stringValue: "key \(number)0")) } }
            }
        }
    }

    private static let longKeys =
        "{" + [1, 8, 15, 16, 17, 32, 64, 256, 65_536].map { "\"\(String(repeating: "k", count: $0))\": \($0)" }.joined(separator: ",") + "}"
}
