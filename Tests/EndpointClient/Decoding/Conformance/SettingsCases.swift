import EndpointKit
import TestSupport

private struct Dated: Decodable {
    var date: Date
    var other: Date?
    var list: [Date]?
}
private struct Unreadable: Error {}

/// Values whose decoding depends on the settings, in each kind of position.
private struct Places<Value: Decodable>: Decodable {
    var outcomes: [DecodedOutcome]

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: AnyKey.self)
        outcomes = [
            DecodedOutcome { try object.decode(Value.self, forKey: "a") },
            DecodedOutcome { try object.decodeIfPresent(Value.self, forKey: "a") as Any },
            DecodedOutcome { try object.decode(Value?.self, forKey: "a") as Any },
            DecodedOutcome { try object.decode([String: Value].self, forKey: "c") },
            DecodedOutcome { try object.superDecoder(forKey: "a").singleValueContainer().decode(Value.self) },
            DecodedOutcome { try Value(from: object.superDecoder(forKey: "a")) },
            DecodedOutcome {
                var list = try object.nestedUnkeyedContainer(forKey: "b")
                return [try list.decode(Value.self), try list.decodeIfPresent(Value.self) as Any, list.currentIndex]
            },
        ]
    }
}

extension DecodingCase {
    private static func places<Value: Decodable & SendableMetatype>(
        _ name: String, _ text: String, _ type: Value.Type, _ settings: @escaping Settings
    ) -> DecodingCase {
        DecodingCase(
            "\(name) from \(exactText(ofText: text))", #"{"a": \#(text), "b": [\#(text), \#(text)], "c": {"d": \#(text)}}"#,
            Places<Value>.self,
            settings)
    }

    static let dates: [DecodingCase] = dateStrategies.flatMap { name, settings in
        dateTexts.map { places("Date, \(name),", $0, Date.self, settings) }
            + [
                DecodingCase("a Date at the top, \(name)", "1.5", Date.self, settings),
                DecodingCase("a text for a Date at the top, \(name)", #""2001-02-03T04:05:06Z""#, Date.self, settings),
                DecodingCase("null for a Date at the top, \(name)", "null", Date.self, settings),
                DecodingCase("an optional Date at the top, \(name)", "null", Date?.self, settings),
                DecodingCase("Dates as keys, \(name)", "[1, 2, 3, 4]", [Date: Date].self, settings),
                DecodingCase(
                    "a Date's error below others, \(name)", #"{"a": {"a": [{"a": "x"}]}}"#, OneMember<OneMember<[OneMember<Date>]>>.self,
                    settings),
                DecodingCase("Dates of a type, \(name)", #"{"date": 1, "other": null, "list": [1, 2]}"#, Dated.self, settings),
                DecodingCase(
                    "text Dates of a type, \(name)", #"{"date": "2001-02-03T04:05:06Z", "list": ["2001-02-03T04:05:06Z", "x"]}"#,
                    Dated.self, settings),
            ]
    }

    private static let dateStrategies: [(String, Settings)] = [
        ("deferred", { $0.dateDecodingStrategy = .deferredToDate }), ("seconds", { $0.dateDecodingStrategy = .secondsSince1970 }),
        ("milliseconds", { $0.dateDecodingStrategy = .millisecondsSince1970 }), ("ISO 8601", { $0.dateDecodingStrategy = .iso8601 }),
        (
            "custom",
            {
                $0.dateDecodingStrategy = .custom { decoder in
                    let container = try decoder.singleValueContainer()
                    let depth = Double(decoder.codingPath.count * 1_000)
                    if container.decodeNil() { return Date(timeIntervalSince1970: depth) }
                    if let text = try? container.decode(String.self) { return Date(timeIntervalSince1970: depth + Double(text.utf8.count)) }
                    return Date(timeIntervalSince1970: depth + (try container.decode(Double.self)))
                }
            }
        ),
        ("custom of a Date", { $0.dateDecodingStrategy = .custom { try Date(from: $0) } }),
        ("custom that throws", { $0.dateDecodingStrategy = .custom { _ in throw Unreadable() } }),
        (
            "custom of an object",
            {
                $0.dateDecodingStrategy = .custom {
                    Date(timeIntervalSince1970: try $0.container(keyedBy: AnyKey.self).decode(Double.self, forKey: "at"))
                }
            }
        ),
    ]

    private static let dateTexts = [
        "0", "-0.0", "1.5", "-1e10", "1e300", "1e400", "978307200", "978307200123", "1.", "null", "true", "[]", #"{"at": 7}"#,
        #"{"at": "x"}"#, #""""#,
        #""2001-02-03T04:05:06Z""#, #""2001-02-03T04:05:06+01:00""#, #""2001-02-03T04:05:06.789Z""#, #""2001-02-03""#,
        #""2001-02-30T00:00:00Z""#,
        #""2001-02-03T04:05:06""#, #""2001-02-03t04:05:06z""#, #""2001-02-03 04:05:06Z""#, #""2001-02-03T04:05:06Z ""#,
        #""2001-02-03T24:00:00Z""#,
        #""20010203T040506Z""#, #""0001-01-01T00:00:00Z""#, #""2001-02-03T04:05:60Z""#, #""2001-02-03T04:05:06\u005A""#, #""x""#,
    ]

    static let data: [DecodingCase] = dataStrategies.flatMap { name, settings in
        [
            #""AAEC""#, #""""#, #""AA==""#, #""AA""#, #""A""#, #""AA=""#, #""AAEC\n""#, #""AA EC""#, #""\u0041AEC""#, #""AA\/+""#,
            #""_-==""#, #""é""#,
            #""====""#, "null", "1", "true", "[]", "[0, 255]", "[256]", "[-1]", "[1.0, null]", "[\"a\"]", "{}",
        ].map { places("Data, \(name),", $0, Data.self, settings) }
    }

    private static let dataStrategies: [(String, Settings)] = [
        ("base64", { $0.dataDecodingStrategy = .base64 }), ("deferred", { $0.dataDecodingStrategy = .deferredToData }),
        ("custom", { $0.dataDecodingStrategy = .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) } }),
        ("custom that throws", { $0.dataDecodingStrategy = .custom { _ in throw Unreadable() } }),
        (
            "custom of the path",
            { $0.dataDecodingStrategy = .custom { Data($0.codingPath.map(\.stringValue).joined(separator: "/").utf8) } }
        ),
    ]

    static let nonConformingFloats: [DecodingCase] = infinities.flatMap { name, settings in
        [
            #""INF""#, #""-INF""#, #""nan é""#, #""nan e\#u{301}""#, #""nan \u00e9""#, #""I\u004EF""#, #""inf""#, #""""#, #""1.5""#, "1.5",
            "1e400", "null", "true", "[]",
        ]
        .flatMap { text in
            [
                places("Double, infinity \(name),", text, Double.self, settings),
                places("Float, infinity \(name),", text, Float.self, settings),
                places("Decimal, infinity \(name),", text, Decimal.self, settings),
                places("Int, infinity \(name),", text, Int.self, settings),
                places("Date, infinity \(name),", text, Date.self) {
                    settings($0)
                    $0.dateDecodingStrategy = .secondsSince1970
                },
            ]
        }
    }

    private static let infinities: [(String, Settings)] = [
        ("thrown", { $0.nonConformingFloatDecodingStrategy = .throw }),
        (
            "from texts",
            { $0.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "INF", negativeInfinity: "-INF", nan: "nan é") }
        ),
        (
            "from one text",
            { $0.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "", negativeInfinity: "", nan: "") }
        ),
    ]

    private struct SnakeKeys: Decodable {
        var values: [DecodedOutcome]
        var keys: [String]

        init(from decoder: any Decoder) throws {
            let object = try decoder.container(keyedBy: AnyKey.self)
            keys = object.allKeys.map { exactText(ofText: $0.stringValue) }.sorted()
            values = spellings.map { key in DecodedOutcome { try object.decodeIfPresent(Int.self, forKey: AnyKey(stringValue: key)) as Any }
            }
        }
    }

    private static let spellings = [
        "", "_", "__", "___", "a", "A", "_a", "a_", "_a_", "__a__", "a_b", "aB", "a__b", "a_b_c", "aBC", "_a_b_", "_aB_", "A_B", "AB",
        "aB_c", "oneTwoThree",
        "one_two_three", "ONE_TWO", "One_Two", "oneTWO", "one_2_three", "one_2three", "2_one", "one2_three", "_one_two", "one_two_",
        "oneTwo", "é_è", "éÈ",
        "ß_ß", "ßSs", "a_ß", "aSs", "ǆ_ǆ", "a-b_c", "a b_c d", "myURL_property", "my_url_property", "myUrlProperty", "_my_url_property__",
        "a_\u{301}b",
    ]

    static let keyStrategies: [DecodingCase] =
        snakeCases + strategies.flatMap { underKeys($0, $1) }
        + strategies.flatMap { name, settings in
            [
                DecodingCase("a dictionary of numbers, keys by \(name)", #"{"1": 2}"#, [Int: Int].self, settings),
                // Each duplicate is decoded, except with the default keys.
                DecodingCase("a dictionary with a duplicate, keys by \(name)", #"{"a": 1, "a": "x"}"#, [String: Int].self, settings),
                DecodingCase("a dictionary's first error, keys by \(name)", #"{"b": 1, "a": "x", "c": []}"#, [String: Int].self, settings),
            ]
        }

    private static let snakeCases: [DecodingCase] = spellings.map {
        DecodingCase("snake case of \(exactText(ofText: $0))", "{\"\($0)\": 1}", SnakeKeys.self) {
            $0.keyDecodingStrategy = .convertFromSnakeCase
        }
    }

    private static let strategies: [(String, Settings)] = [
        ("snake case", { $0.keyDecodingStrategy = .convertFromSnakeCase }),
        (
            "upper case",
            { $0.keyDecodingStrategy = .custom { path in AnyKey(stringValue: path.last?.stringValue.uppercased() ?? "") } }
        ),
        (
            "the whole path",
            {
                $0.keyDecodingStrategy = .custom { path in
                    AnyKey(stringValue: path.map { $0.stringValue + ($0.intValue.map { "#\($0)" } ?? "") }.joined(separator: "/"))
                }
            }
        ),
        ("one key", { $0.keyDecodingStrategy = .custom { _ in AnyKey(intValue: 1) } }),
    ]

    private static func underKeys(_ name: String, _ settings: @escaping Settings) -> [DecodingCase] {
        [
            #"{}"#, #"{"first_name": "a", "last_name": "b"}"#, #"{"firstName": "a", "first_name": "b"}"#,
            #"{"first_name": "a", "firstName": "b"}"#,
            #"{"FIRST_NAME": "a"}"#, #"{"first\u005Fname": "a"}"#, #"{"inner_part": {"first_name": "a", "a_b": 1}}"#,
            #"{"inner_parts": [{"first_name": "a"}, {"x_y": 1}]}"#, #"{"a_b": {"c_d": {"e_f": 1}}}"#, #"{"first_name": null}"#,
            #"{"first_name": 1}"#, "[]", "null",
        ].flatMap { text in
            [
                DecodingCase("Person, keys by \(name), \(text)", text, Person.self, settings),
                DecodingCase("a dictionary, keys by \(name), \(text)", text, [String: Part?].self, settings),
                DecodingCase("dictionaries, keys by \(name), \(text)", text, [String: [String: [String: Int]]].self, settings),
                DecodingCase("paths, keys by \(name), \(text)", text, settings) { decoder, log in
                    let object = try decoder.container(keyedBy: AnyKey.self)
                    for key in object.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                        log.note("key", [key.stringValue, key.intValue.map { "\($0)" } ?? ""])
                        log.attempt("keys in \(key.stringValue)") {
                            let inner = try object.nestedContainer(keyedBy: AnyKey.self, forKey: key)
                            return inner.allKeys.map(\.stringValue).sorted() + inner.codingPath.map(\.stringValue)
                        }
                        log.attempt("error in \(key.stringValue)") { try object.decode(Bool.self, forKey: key) }
                        log.attempt("super in \(key.stringValue)") {
                            try object.superDecoder(forKey: key).container(keyedBy: AnyKey.self).allKeys.count
                        }
                    }
                },
            ]
        }
    }

    private struct Part: Decodable {
        var firstName: String?
        var aB: Int?
    }
    private struct Person: Decodable {
        var firstName: String
        var lastName: String?
        var innerPart: Part?
        var innerParts: [Part]?
        var first_name: String?
        var FIRST_NAME: String?
    }

    private static let word = CodingUserInfoKey(rawValue: "word")

    static let otherSettings: [DecodingCase] = [
        DecodingCase(
            "userInfo at every place", #"{"a": {"b": [{}]}}"#,
            { decoder in word.map { decoder.userInfo[$0] = "here" } }
        ) { decoder, log in
            func note(_ decoder: any Decoder, _ log: inout ReadingLog) {
                log.note("word", word.flatMap { decoder.userInfo[$0] } ?? "")
                log.note("count", decoder.userInfo.count)
            }
            note(decoder, &log)
            let object = try decoder.container(keyedBy: AnyKey.self)
            let a = try object.superDecoder(forKey: "a")
            note(a, &log)
            var list = try a.container(keyedBy: AnyKey.self).nestedUnkeyedContainer(forKey: "b")
            note(try list.superDecoder(), &log)
            note(try object.superDecoder(), &log)
        },
        DecodingCase("a subclass that decodes otherwise", "[1, 2]", [Int].self, by: { Doubling() }),
        DecodingCase(
            "a subclass with settings", #"{"a_b": 1}"#, [String: Int].self, { $0.keyDecodingStrategy = .convertFromSnakeCase },
            by: { Doubling() }),
    ]

    private final class Doubling: JSONDecoder, @unchecked Sendable {
        override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
            if type == [Int].self, let numbers = try super.decode([Int].self, from: data).map({ $0 * 2 }) as? T { return numbers }
            return try super.decode(type, from: data)
        }
    }
}
