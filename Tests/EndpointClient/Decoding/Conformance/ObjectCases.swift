import EndpointKit
import TestSupport

extension DecodingCase {
    /// A keyed container used by hand: every kind of value is requested in every way.
    static let objects: [DecodingCase] = [
        "{}", #"{"a": null}"#, #"{"a": true}"#, #"{"a": 1}"#, #"{"a": "x"}"#, #"{"a": []}"#, #"{"a": [1]}"#, #"{"a": {}}"#,
        #"{"a": {"a": 1}}"#,
        "[]", "null", "1", "\"a\"", "true",
    ].flatMap { document in
        [
            DecodingCase("a member by hand from \(document)", document) { decoder, log in
                let object = try decoder.container(keyedBy: AnyKey.self)
                log.note("keys", object.allKeys)
                log.note("contains", object.contains("a"))
                log.note(path: object.codingPath)
                log.attempt("decodeNil") { try object.decodeNil(forKey: "a") }
                for kind in ScalarKind.allCases {
                    log.attempt("\(kind)") { try kind.value(in: object, forKey: "a") }
                    log.attempt("\(kind)?") { try kind.valueIfPresent(in: object, forKey: "a") as Any }
                }
                log.attempt("Int?") { try object.decode(Int?.self, forKey: "a") as Any }
                log.attempt("Int??") { try object.decode(Int??.self, forKey: "a") as Any }
                log.attempt("Int?, if present") { try object.decodeIfPresent(Int?.self, forKey: "a") as Any }
                log.attempt("object") { try object.nestedContainer(keyedBy: AnyKey.self, forKey: "a").allKeys }
                log.attempt("array") { try object.nestedUnkeyedContainer(forKey: "a").count as Any }
                log.attempt("super") { try object.superDecoder(forKey: "a").singleValueContainer().decode(Int.self) }
                log.attempt("super's path") { try object.superDecoder(forKey: "a").codingPath.map(\.stringValue) }
                log.attempt("super's nil") { try object.superDecoder(forKey: "a").singleValueContainer().decodeNil() }
                log.attempt("super's object") { try object.superDecoder(forKey: "a").container(keyedBy: AnyKey.self).allKeys }
                log.attempt("super's array") { try object.superDecoder(forKey: "a").unkeyedContainer().count as Any }
                log.attempt("super without a key") { try object.superDecoder().singleValueContainer().decodeNil() }
                log.attempt("path of super without a key") { try object.superDecoder().codingPath.map(\.stringValue) }
                log.attempt("decodeNil, again") { try object.decodeNil(forKey: "a") }
            },
            DecodingCase("a member by type from \(document)", document, OneMember<Int>.self),
            DecodingCase("an optional member by type from \(document)", document, OneMember<Int?>.self),
            DecodingCase("a member of two optionals from \(document)", document, OneMember<Int??>.self),
            DecodingCase("an object member from \(document)", document, OneMember<OneMember<Int>>.self),
            DecodingCase("an optional object member from \(document)", document, OneMember<OneMember<Int?>?>.self),
            DecodingCase("an array member from \(document)", document, OneMember<[Int]>.self),
            DecodingCase("a dictionary member from \(document)", document, OneMember<[String: Int]>.self),
            DecodingCase("a dictionary from \(document)", document, [String: [Int]?].self),
            DecodingCase("an array from \(document)", document, [Int].self),
            DecodingCase("a Bool from \(document)", document, Bool.self),
            DecodingCase("an optional object from \(document)", document, OneMember<Bool>?.self),
        ]
    }

    /// An unkeyed container used by hand.
    static let arrays: [DecodingCase] =
        [
            "[]", "[null]", "[1]", "[1, 2, 3]", "[null, 1, null]", "[true, 1, \"a\", 1.5, null, [1], {\"a\": 1}]", "[[1, 2], [], [3]]",
            "{}", "null",
        ]
        .flatMap { document in
            [
                DecodingCase("an array by hand: \(document)", document) { decoder, log in
                    var list = try decoder.unkeyedContainer()
                    log.note(path: list.codingPath)
                    for round in 0..<9 {
                        let place = [list.count ?? -1, list.currentIndex, list.isAtEnd ? 1 : 0]
                        log.note("\(round)", place)
                        switch round % 3 {
                        case 0:
                            log.attempt("decodeNil") { try list.decodeNil() }
                            log.attempt("String") { try list.decode(String.self) }
                            log.attempt("Int") { try list.decode(Int.self) }
                        case 1:
                            log.attempt("object") { try list.nestedContainer(keyedBy: AnyKey.self).allKeys }
                            log.attempt("array") { try list.nestedUnkeyedContainer().count as Any }
                            log.attempt("[Int]") { try list.decode([Int].self) }
                            log.attempt("Double") { try list.decode(Double.self) }
                        default:
                            log.attempt("super") {
                                let decoder = try list.superDecoder()
                                return [decoder.codingPath.map(\.stringValue), try decoder.singleValueContainer().decodeNil()] as [Any]
                            }
                        }
                    }
                },
                DecodingCase("an array's elements, if present: \(document)", document) { decoder, log in
                    for kind in ScalarKind.allCases {
                        var list = try decoder.unkeyedContainer()
                        for _ in 0..<5 {
                            log.attempt("\(kind)?") { try kind.nextIfPresent(in: &list) as Any }
                            log.note("index", [list.currentIndex, list.isAtEnd ? 1 : 0])
                        }
                    }
                },
                DecodingCase("an array's elements, of a generic type if present: \(document)", document) { decoder, log in
                    var list = try decoder.unkeyedContainer()
                    for _ in 0..<5 {
                        log.attempt("[Int]?") { try list.decodeIfPresent([Int].self) as Any }
                        log.note("index", [list.currentIndex, list.isAtEnd ? 1 : 0])
                        log.attempt("Int?") { try list.decode(Int?.self) as Any }
                        log.note("index", [list.currentIndex, list.isAtEnd ? 1 : 0])
                    }
                },
                DecodingCase("an array's elements, one kind after the other: \(document)", document) { decoder, log in
                    for kind in ScalarKind.allCases {
                        var list = try decoder.unkeyedContainer()
                        for _ in 0..<4 {
                            log.attempt("\(kind)") { try kind.next(in: &list) }
                            log.note("index", [list.currentIndex, list.isAtEnd ? 1 : 0])
                        }
                    }
                },
                DecodingCase("an array of optionals: \(document)", document, [Int?].self),
                DecodingCase("an array of arrays: \(document)", document, [[Int]].self),
                DecodingCase("a set: \(document)", document, Set<Int>.self),
                DecodingCase("a range: \(document)", document, Range<Int>.self),
                DecodingCase("a closed range: \(document)", document, ClosedRange<Int>.self),
                DecodingCase("a partial range: \(document)", document, PartialRangeFrom<Int>.self),
            ]
        }
        + [
            DecodingCase("a range backwards", "[2, 1]", Range<Int>.self), DecodingCase("a range", "[1, 2]", Range<Int>.self),
            DecodingCase("a copy of an unkeyed container goes on by itself", "[1, 2, 3]") { decoder, log in
                var list = try decoder.unkeyedContainer()
                _ = try list.decode(Int.self)
                var copy = list
                log.attempt("copy") { [try copy.decode(Int.self), try copy.decode(Int.self)] }
                log.attempt("original") { [try list.decode(Int.self), list.currentIndex] }
            },
            DecodingCase("a copy after a decodeNil that was false", "[1, 2, null]") { decoder, log in
                var list = try decoder.unkeyedContainer()
                _ = try list.decodeNil()
                var copy = list
                log.attempt("copy") { [try copy.decode(Int.self), try copy.decode(Int.self)] }
                log.attempt("original") { [try list.decode(Int.self), list.currentIndex] }
                log.attempt("past the copy's end") { [try copy.decodeNil(), try copy.decodeNil()] }
            },
            DecodingCase("containers that are read in turn", #"{"a": [1, 2], "b": {"c": 3, "d": [4, 5]}, "e": [6]}"#) { decoder, log in
                let object = try decoder.container(keyedBy: AnyKey.self)
                let again = try decoder.container(keyedBy: AnyKey.self)
                var e = try again.nestedUnkeyedContainer(forKey: "e")
                let b = try object.nestedContainer(keyedBy: AnyKey.self, forKey: "b")
                var a = try object.nestedUnkeyedContainer(forKey: "a")
                var d = try b.nestedUnkeyedContainer(forKey: "d")
                log.attempt("values") {
                    [
                        try d.decode(Int.self), try a.decode(Int.self), try e.decode(Int.self), try b.decode(Int.self, forKey: "c"),
                        try a.decode(Int.self), try d.decode(Int.self), try b.decode(Int.self, forKey: "c"),
                    ]
                }
                log.attempt("after the end of a") { try a.decode(Int.self) }
                log.attempt("after the end of e") { try e.nestedContainer(keyedBy: AnyKey.self) }
                log.attempt("after the end of d") { try d.superDecoder() }
                for path in [a.codingPath, b.codingPath, d.codingPath, e.codingPath] { log.note(path: path) }
            },
        ]
}

extension ReadingLog {
    mutating func note(path: [any CodingKey]) { note("path", path: path) }
}
