import Foundation
import TestSupport

private final class NestedArray: Decodable {
    let inner: NestedArray?

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        inner = list.isAtEnd ? nil : try list.decode(NestedArray.self)
    }
}

private final class NestedObject: Decodable {
    let a: NestedObject?
}

private final class Keeper: Decodable {
    let decoder: any Decoder
    let object: KeyedDecodingContainer<AnyKey>
    var list: any UnkeyedDecodingContainer
    let inner: any Decoder
    let value: any SingleValueDecodingContainer

    init(from decoder: any Decoder) throws {
        self.decoder = decoder
        object = try decoder.container(keyedBy: AnyKey.self)
        list = try object.nestedUnkeyedContainer(forKey: "list")
        _ = try list.decode(Int.self)
        inner = try object.superDecoder(forKey: "inner")
        value = try object.superDecoder(forKey: "value").singleValueContainer()
    }
}

/// Results of a decoder and its containers after decoding has ended and the document is released.
private struct Kept: Decodable {
    var keeper: Keeper
    var rest: Int
}

extension DecodingCase {
    static let documents: [DecodingCase] = wholeDocuments.flatMap { text in
        let name = exactText(ofText: text)
        return [
            DecodingCase("Int from \(name)", text, Int.self), DecodingCase("Double from \(name)", text, Double.self),
            DecodingCase("Bool from \(name)", text, Bool.self), DecodingCase("[Int] from \(name)", text, [Int?].self),
            DecodingCase("[String: Int] from \(name)", text, [String: Int?].self),
            DecodingCase("Int? from \(name)", text.isEmpty ? " " : text, Int?.self),
            DecodingCase("text in an array from \(name)", "[\(text)]", [String].self),
            DecodingCase("members with JSON5 from \(name)", text, [String: Int?].self) { $0.allowsJSON5 = true },
            DecodingCase("elements with JSON5 from \(name)", text, [Tried<Double>].self) { $0.allowsJSON5 = true },
            // Foundation may read the byte after a number that ends such a document.
            DecodingCase("members at the top from \(name)", text + "\n", [String: Int?].self) { $0.assumesTopLevelDictionary = true },
            DecodingCase("members at the top with JSON5 from \(name)", text + "\n", [String: Int?].self) {
                $0.assumesTopLevelDictionary = true
                $0.allowsJSON5 = true
            },
        ]
    }

    private static let wholeDocuments = [
        "", " ", "\n", "\t\r\n ", "\u{0}", "\u{FEFF}", "\u{FEFF}1", "\u{FEFF}[1]", " \u{FEFF}1", "\u{FEFF}\u{FEFF}1", "\u{A0}1", "\u{B}1",
        "\u{C}1", "1", " 1 ", "\n1\n",
        "1 2", "1,", "1]", "1}", "1\u{0}", "1a", "1 null", "true", "false", "TRUE", "True", "tru", "truee", "true false", "fals", "t", "f",
        "n", "null", "nul",
        "nulll", "NULL", "\"a\"", "\"a", "a", "'a'", "undefined", "[", "]", "[]", "[ ]", "[1", "[1,", "[1,]", "[,]", "[,1]", "[1,,2]",
        "[1 2]", "[1;2]", "[1}",
        "[1]]", "[1][2]", "[1] x", "[[1]", "[null]", "[nul]", "[nulll]", "[truefalse]", "[1,2 ,\n3\t]", "{", "}", "{}", "{ }", "{,}",
        "{\"a\"", "{\"a\":",
        "{\"a\":}", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{\"a\":1 ,\n}", "{\"a\" : 1}", "{\"a\"\n:\n1}", "{\"a\",1}", "{\"a\" 1}",
        "{\"a\"::1}", "{\"a\":1 \"b\":2}",
        "{\"a\":1;\"b\":2}", "{\"a\":1]", "{\"a\":1}}", "{\"a\":1}{", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1,\"b\"}",
        "{\"a\":'b'}", "\"a\":1", "\"a\":1,",
        "\"a\":1,\"b\":2", "a:1", "a:1,b:2", "\"a\":1}", "{\"a\":1}\n\n", "// a\n1", "/* a */ 1", "1 // a", "[1, /* a */ 2]", "[1 // a\n]",
        "{/**/\"a\":1}", "# a\n1", "/1", "/*",
        "[+1, .5, 5., 0x1F, -0x1f, 0xG, Infinity, -Infinity, +Infinity, NaN, -NaN, 1e3, 00, 0x, 0xFFFFFFFFFFFFFFFFF]", "[+1]", "[.5]",
        "[5.]", "[0x1F]", "[Infinity]", "[-Infinity]",
        "[NaN]", "[+]", "[+-1]", "{a:0x10}", "{$a_b:1, é:2}", "{\\u0061:1}", "{'a\\x41':1, \"b\\\nc\":2}", "{a:1, a:2}",
        "{\"a\":1, // b\n}", "{\"a\":+1}", "{\"a\":.5e1}", "[1]\u{0}",
        "[1]\u{FEFF}", "<html>", ")]}'\n[1]", "[\"a\nb\"]", "[\"\tb\"]", "[1.]", "[-]", "[1e]", "[01]", "[1, 01]", "{\"a\":1, \"b\":-}",
        "{\"a\":1, \"b\":01}",
        "{\"a\":1, \"b\":1.2.3}", "{\"a\":1, \"b\":\"\\x\"}", "{\"a\":1, \"b\":+1}",
    ]

    static let encodings: [DecodingCase] = [
        "[1, \"é😀\", null]", "1", "12", "\"é\"", "{\"a\": 1}", "[]", "", " ", "null", "[1",
    ].flatMap { text in
        encodings(of: text).flatMap { name, bytes in
            [
                DecodingCase("an Int with JSON5 in \(name): \(exactText(ofText: text))", bytes: bytes, Int.self) {
                    // Foundation's JSON5 reader traps on an empty string, and on invalid UTF-8.
                    $0.allowsJSON5 = String(validating: bytes, as: UTF8.self) != nil && !bytes.isEmpty
                },
                DecodingCase("Ints and texts in \(name): \(exactText(ofText: text))", bytes: bytes, [Tried<String>].self),
                DecodingCase("Int in \(name): \(exactText(ofText: text))", bytes: bytes, Int.self),
                DecodingCase("an object in \(name): \(exactText(ofText: text))", bytes: bytes, [String: Int].self),
            ]
        }
    }

    private static func encodings(of text: String) -> [(String, [UInt8])] {
        func units<Unit: FixedWidthInteger>(_ units: some Sequence<Unit>, bigEndian: Bool) -> [UInt8] {
            units.flatMap { unit in withUnsafeBytes(of: bigEndian ? unit.bigEndian : unit.littleEndian) { Array($0) } }
        }
        let scalars = text.unicodeScalars.map(\.value)
        let plain: [(String, [UInt8], [UInt8])] = [
            ("UTF-16LE", [0xFF, 0xFE], units(text.utf16, bigEndian: false)),
            ("UTF-16BE", [0xFE, 0xFF], units(text.utf16, bigEndian: true)),
            ("UTF-32LE", [0xFF, 0xFE, 0, 0], units(scalars, bigEndian: false)),
            ("UTF-32BE", [0, 0, 0xFE, 0xFF], units(scalars, bigEndian: true)),
            ("UTF-8", [0xEF, 0xBB, 0xBF], Array(text.utf8)),
        ]
        let variants: [(String, [UInt8])] = plain.flatMap { (name: String, mark: [UInt8], bytes: [UInt8]) -> [(String, [UInt8])] in
            [
                (name, bytes), ("\(name) with a BOM", mark + bytes), ("\(name) cut short", Array(bytes.dropLast())),
                ("\(name) with a cut BOM", mark.dropLast() + bytes),
                ("\(name) with a BOM alone", mark), ("\(name) with an odd byte", mark + bytes + [0x20]),
                ("\(name) with two BOMs", mark + mark + bytes), ("\(name) behind a zero", [0] + bytes),
            ]
        }
        let others: [(String, [UInt8])] = [
            ("UTF-32LE with the BOM that Foundation looks for", [0xFE, 0xFF, 0, 0] + units(scalars, bigEndian: false)),
            ("UTF-16LE with a lone surrogate", [0xFF, 0xFE] + units(text.utf16, bigEndian: false) + [0x00, 0xD8]),
            ("UTF-8 with a byte that isn't UTF-8", Array(text.utf8) + [0xFF]),
        ]
        return variants + others
    }

    static let depths: [DecodingCase] = [1, 2, 100, 510, 511, 512, 513, 514, 2_000].flatMap { depth in
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let objects = String(repeating: "{\"a\":", count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
        // Foundation's decoder traps if the 513th bracket is the last byte.
        let open = String(repeating: "[", count: depth) + " "
        return [("arrays", arrays), ("objects", objects), ("open arrays", open)].flatMap { name, text in
            [
                DecodingCase("\(depth) \(name), decoded as arrays", text, NestedArray.self),
                DecodingCase("\(depth) \(name), decoded as objects", text, NestedObject.self),
                DecodingCase("\(depth) \(name), skipped", "{\"b\":\(text),\"a\":1}", OneMember<Int>.self),
                DecodingCase("\(depth) \(name), read as another type", text, Int.self),
                DecodingCase("\(depth) \(name) with JSON5, skipped", "{\"b\":\(text),\"a\":1}", OneMember<Int>.self) {
                    $0.allowsJSON5 = true
                },
            ]
        }
    }

    static let keptContainers: [DecodingCase] = [
        DecodingCase("what is read after decoding ended", keptDocument, Kept.self) { kept in
            var log = ReadingLog()
            let keeper = kept.keeper
            log.attempt("list") { try keeper.list.decode(Int.self) }
            log.attempt("text as a number") { try keeper.list.decode(Int.self) }
            log.attempt("list's text") { try keeper.list.decode(String.self) }
            log.attempt("list's list") { try keeper.list.decode([Int].self) }
            log.attempt("past the end") { try keeper.list.decode(Int.self) }
            log.attempt("member") { try keeper.object.decode([Int?].self, forKey: "list") }
            log.attempt("members") {
                try keeper.object.nestedContainer(keyedBy: AnyKey.self, forKey: "inner").decode(String.self, forKey: "text")
            }
            log.attempt("inner") { try keeper.inner.container(keyedBy: AnyKey.self).decode(Double.self, forKey: "number") }
            log.attempt("inner's super") {
                try keeper.inner.container(keyedBy: AnyKey.self).superDecoder(forKey: "text").singleValueContainer().decode(String.self)
            }
            log.attempt("value") { try keeper.value.decode(Int.self) }
            log.note(path: keeper.object.codingPath)
            log.note(path: keeper.inner.codingPath)
            log.note("count", keeper.list.count ?? -1)
            return log.lines
        }
    ]

    private static let keptDocument = """
        {"keeper": {"list": [1, 2, "three", [4]], "inner": {"text": "é\\n", "number": 1.5e3}, "value": 12}, "rest": 7}
        """

    static let paths: [DecodingCase] = [
        DecodingCase("coding paths at every place", #"{"a": [[{"b": {"c": [null, 1]}}]], "d": {"1": {"e": 2}}}"#) { decoder, log in
            log.note(path: decoder.codingPath)
            let object = try decoder.container(keyedBy: AnyKey.self)
            log.note(path: object.codingPath)
            var a = try object.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "a"))
            log.note(path: a.codingPath)
            var first = try a.nestedUnkeyedContainer()
            log.note(path: first.codingPath)
            let b = try first.nestedContainer(keyedBy: AnyKey.self)
            log.note(path: b.codingPath)
            let superOfB = try b.superDecoder(forKey: "b")
            log.note(path: superOfB.codingPath)
            var c = try superOfB.container(keyedBy: AnyKey.self).nestedUnkeyedContainer(forKey: "c")
            log.note(path: c.codingPath)
            _ = try c.decodeNil()
            let one = try c.superDecoder()
            log.note(path: one.codingPath)
            log.note(path: try one.singleValueContainer().codingPath)
            log.note(path: try b.superDecoder().codingPath)
            let numbered = try object.nestedContainer(keyedBy: AnyKey.self, forKey: "d").nestedContainer(
                keyedBy: AnyKey.self, forKey: AnyKey(intValue: 1))
            log.note(path: numbered.codingPath)
            log.attempt("error") { try numbered.decode(String.self, forKey: "e") }
            log.note(path: object.codingPath)
            log.note(path: decoder.codingPath)
        },
        DecodingCase("a key with a number in a path", #"{"1": {}}"#) { decoder, log in
            let inner = try decoder.container(keyedBy: AnyKey.self).nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(intValue: 1))
            log.note("number", inner.codingPath.map { $0.intValue ?? 0 })
        },
        DecodingCase("coding paths in elements and members", #"{"x": [{"a": 1}, {"a": [2]}], "y": {"z": {"a": {}}}}"#, PathTree.self),
        DecodingCase("coding paths after an error", #"{"x": [1, {"a": true}], "y": null}"#) { decoder, log in
            let object = try decoder.container(keyedBy: AnyKey.self)
            log.attempt("x") { try object.decode([Int].self, forKey: "x") }
            log.note(path: decoder.codingPath)
            log.attempt("x again") { try object.decode([Tried<OneMember<Int>>].self, forKey: "x") }
            log.attempt("y") { try object.nestedContainer(keyedBy: AnyKey.self, forKey: "y") }
            log.note(path: object.codingPath)
        },
        DecodingCase("a decoder's value while one of its members is decoded", #"{"a": {"a": 1}, "b": 2}"#, Outer.self),
        DecodingCase("containers of two kinds from one decoder", #"{"a": 1}"#) { decoder, log in
            log.attempt("array") { try decoder.unkeyedContainer() }
            log.attempt("object") { try decoder.container(keyedBy: AnyKey.self).allKeys.count }
            log.attempt("value") { try decoder.singleValueContainer().decode([String: Int].self) }
            log.attempt("value again") { try decoder.singleValueContainer().decode(OneMember<Int>.self) }
            log.attempt("nil") { try decoder.singleValueContainer().decodeNil() }
            log.attempt("Int") { try decoder.singleValueContainer().decode(Int.self) }
        },
    ]
}

private struct PathTree: Decodable {
    var path: [[String]]
    var members: [String: PathTree] = [:]
    var elements: [PathTree] = []

    init(from decoder: any Decoder) throws {
        path = decoder.codingPath.map { [$0.stringValue, $0.intValue.map { "\($0)" } ?? ""] }
        if let members = try? decoder.singleValueContainer().decode([String: PathTree].self) { self.members = members }
        if let elements = try? decoder.singleValueContainer().decode([PathTree].self) { self.elements = elements }
    }
}

/// Uses its decoder again while that decoder decodes its members.
private struct Outer: Decodable {
    var outcomes: [DecodedOutcome]

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: AnyKey.self)
        let value = try decoder.singleValueContainer()
        outcomes = [
            DecodedOutcome { try object.decode(Inner.self, forKey: "a").seen },
            DecodedOutcome { try value.decode([String: Tried<Int>].self) },
            DecodedOutcome { try decoder.container(keyedBy: AnyKey.self).allKeys.count },
            DecodedOutcome { value.codingPath.count },
        ]
    }

    struct Inner: Decodable {
        var seen: [String]
        init(from decoder: any Decoder) throws {
            seen = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue) + decoder.codingPath.map(\.stringValue)
        }
    }
}
