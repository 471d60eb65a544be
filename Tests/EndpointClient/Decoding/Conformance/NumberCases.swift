import Foundation
import TestSupport

extension DecodingCase {
    /// Reads a value of a type for which containers have functions, with each function of each container.
    static func everywhere(_ kind: ScalarKind, _ text: String, _ settings: @escaping Settings = { _ in }) -> DecodingCase {
        DecodingCase(
            "\(kind) from \(text.prefix(60)), \(text.count) characters",
            #"{"a": \#(text), "b": [\#(text), \#(text)], "c": {"d": \#(text)}}"#, settings
        ) {
            decoder, log in
            let object = try decoder.container(keyedBy: AnyKey.self)
            log.attempt("decode") { try kind.value(in: object, forKey: "a") }
            log.attempt("decodeIfPresent") { try kind.valueIfPresent(in: object, forKey: "a") as Any }
            log.attempt("generic") { try object.generic(kind.type, forKey: "a") }
            log.attempt("array") { try object.array(kind.type, forKey: "b") }
            log.attempt("dictionary") { try object.dictionary(kind.type, forKey: "c") }
            log.attempt("single value") { try kind.value(in: object.superDecoder(forKey: "a").singleValueContainer()) }
            log.attempt("decodeNil") { try object.decodeNil(forKey: "a") }
            log.attempt("unkeyed") {
                var list = try object.nestedUnkeyedContainer(forKey: "b")
                let value = try kind.next(in: &list)
                return [value, list.currentIndex, list.isAtEnd]
            }
            log.attempt("unkeyed, if present") {
                var list = try object.nestedUnkeyedContainer(forKey: "b")
                let values = [try kind.nextIfPresent(in: &list) as Any, try kind.nextIfPresent(in: &list) as Any]
                return [values, list.currentIndex, list.isAtEnd]
            }
        }
    }

    static let integers: [DecodingCase] = integerKinds.flatMap { kind, least, greatest in
        let limits = [least, greatest].flatMap { limit in ["-1.0", "+1.0", "", ".0", "e0", ".5"].map { adding($0, to: limit) } }
        return Set(limits + integerTexts).sorted().map { everywhere(kind, $0) }
    }

    private static let integerKinds: [(ScalarKind, String, String)] = [
        (.int, "\(Int.min)", "\(Int.max)"), (.int8, "\(Int8.min)", "\(Int8.max)"), (.int16, "\(Int16.min)", "\(Int16.max)"),
        (.int32, "\(Int32.min)", "\(Int32.max)"), (.int64, "\(Int64.min)", "\(Int64.max)"), (.int128, "\(Int128.min)", "\(Int128.max)"),
        (.uint, "0", "\(UInt.max)"), (.uint8, "0", "\(UInt8.max)"), (.uint16, "0", "\(UInt16.max)"), (.uint32, "0", "\(UInt32.max)"),
        (.uint64, "0", "\(UInt64.max)"), (.uint128, "0", "\(UInt128.max)"),
    ]

    /// "-1.0" and "+1.0" return the next lower and the next higher integer. Any other step is appended to the limit.
    private static func adding(_ step: String, to limit: String) -> String {
        let digits = Array(limit.drop { $0 == "-" })
        let isNegative = limit.hasPrefix("-")
        switch step {
        case "-1.0" where limit == "0": return "-1"
        case "-1.0": return (isNegative ? "-" : "") + (isNegative ? increased(digits) : decreased(digits))
        case "+1.0": return (isNegative ? "-" : "") + (isNegative ? decreased(digits) : increased(digits))
        default: return limit + step
        }
    }

    // No limit ends in 9 or 0, except the 0 of unsigned types, which is only increased.
    private static func increased(_ digits: [Character]) -> String { String(digits.dropLast()) + changed(digits.last, by: 1) }
    private static func decreased(_ digits: [Character]) -> String { String(digits.dropLast()) + changed(digits.last, by: -1) }
    private static func changed(_ digit: Character?, by step: Int) -> String { "\((digit?.wholeNumberValue ?? 0) + step)" }

    private static let integerTexts = [
        "1.0", "1e2", "1.5", "1E400", "1e-400", "-0", "0.0", "-0.0", "0e5", "-0e-5", "100000000000000000000", "-100000000000000000000",
        "100e-2",
        "1e-2", "0.1e1", "12.50e1", "1.0000000000000001", "0.99999999999999999", "9007199254740991.0", "9007199254740992.0",
        "9007199254740993.0", "9007199254740993.5", "-9007199254740993.5", "9007199254740993e0", "4503599627370496.5", "1e15", "1e16",
        "1e18",
        "1e19", "18446744073709551615.0", "18446744073709551616.0", "1e25", "1e38", "1e39", "1e127", "1e200", "-1", "-1.0", "127.0",
        "128.0",
        "2.55e2", "256.0", "1\(String(repeating: "0", count: 300))", "1.\(String(repeating: "0", count: 300))",
        "0.\(String(repeating: "0", count: 300))1e301", "1\(String(repeating: "0", count: 300))e-300", "00", "01", "-01", "+1", "-", "1.",
        ".5", "1e", "1e+", "1.e2", "--1", "1-1",
        "1e2.5", "1e2e3", "1+1", "1.2.3", "0x10", "1_000", "NaN", "Infinity", "-Infinity", "null", "true", "\"1\"", "\"\"", "[]", "[1]",
        "{}",
    ]

    static let floatingPoint: [DecodingCase] = floatingPointTexts.flatMap { [everywhere(.double, $0), everywhere(.float, $0)] }

    private static let floatingPointTexts = [
        "0", "-0", "0.0", "-0.0", "0e0", "-0E+5", "0e400", "0e-400", "0.000e99999999999999999999", "1", "-1", "1.5", "1e0", "1E+2", "1e-2",
        "0.1", "0.3", "3.14159265358979323846264338327950288", "100", "1e22", "1e23", "123456789012345678", "9007199254740993",
        // Halfway between two values, and a little more or less.
        "9007199254740993.0000000000000000000000000000000001", "9007199254740992.9999999999999999999999999999999", "9007199254740995",
        "1.00000000000000011102230246251565404236316680908203125", "1.000000000000000111022302462515654042363166809082031250000001",
        "1.00000000000000011102230246251565404236316680908203124999999", "16777217", "16777217.0000000001", "16777219",
        // Rounded up to a Float directly, but down by way of a Double.
        "1.000000059604644775390625", "1.00000005960464477539062500000000000000001", "1.00000005960464477539062499999999999",
        // The ends of the range.
        "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "-1.7976931348623159e308", "1e308", "1e309", "-1e309",
        "1e400", "1E99999999999999999999", "3.4028234663852886e38", "3.4028235e38", "3.40282356e38", "3.4028235677973366e38",
        "3.4028236e38",
        "2.2250738585072014e-308", "2.2250738585072011e-308", "2.225073858507201e-308", "4.9406564584124654e-324", "5e-324", "3e-324",
        "2.4703282292062328e-324", "2.4703282292062327e-324", "2e-324", "1e-324", "-1e-324", "1e-400", "1e-99999999999999999999",
        "1.17549435e-38", "1.1754942e-38", "1.401298464324817e-45", "1e-45", "7.006492321624086e-46", "7.006492321624085e-46", "1e-46",
        "0.\(String(repeating: "0", count: 400))1", "0.\(String(repeating: "0", count: 400))1e401",
        "1\(String(repeating: "0", count: 400))",
        "1\(String(repeating: "0", count: 400))e-400", String(repeating: "123456789", count: 30),
        "0.\(String(repeating: "123456789", count: 100))", "0.\(String(repeating: "9", count: 1000))",
        "1.\(String(repeating: "0", count: 1000))1", "1e\(String(repeating: "0", count: 1000))1",
        // Strings that aren't numbers, or aren't JSON numbers.
        "00", "01", "-01", "00.5", "-", "1.", "-1.", "1.e2", "1e", "1e+", "1E-", "1e2.5", "1.2.3", "1-2", "1e2e3", "+1", ".5", "-.5", "--1",
        "0x10", "NaN", "Infinity", "-Infinity", "nan", "inf", "1f", "null", "true", "\"1.5\"", "\"NaN\"", "\"\"", "[]", "{}",
    ]

    static let manyFloatingPoint: [DecodingCase] = [
        DecodingCase("Doubles of random bits", list(of: 2_000) { "\(Double(bitPattern: $0.next()))" }, [Tried<Double>].self),
        DecodingCase(
            "Doubles with 17 digits", list(of: 1_000) { longText(Double(bitPattern: $0.next()), 17) }, [Tried<Double>].self),
        DecodingCase(
            "Doubles with all digits", list(of: 300) { longText(Double(bitPattern: $0.next()), 770) }, [Tried<Double>].self),
        DecodingCase(
            "Doubles from Floats' bits", list(of: 500) { "\(Float(bitPattern: UInt32(truncatingIfNeeded: $0.next())))" },
            [Tried<Double>].self),
        DecodingCase("Doubles from random digits", list(of: 2_000, randomDigits), [Tried<Double>].self),
        DecodingCase("Doubles halfway between two", list(of: 1_000, halfwayBetweenDoubles), [Tried<Double>].self),
        DecodingCase(
            "Doubles of random bits, as they are", list(of: 1_000) { "\(Double(bitPattern: $0.next() & ~(1 << 62)))" }, [Double].self),
        DecodingCase(
            "Floats of random bits", list(of: 2_000) { "\(Float(bitPattern: UInt32($0.next() >> 32)))" }, [Tried<Float>].self),
        DecodingCase("Floats from Doubles' bits", list(of: 500) { "\(Double(bitPattern: $0.next()))" }, [Tried<Float>].self),
        DecodingCase("Floats from random digits", list(of: 1_000, randomDigits), [Tried<Float>].self),
        DecodingCase("Floats halfway between two", list(of: 1_000, halfwayBetweenFloats), [Tried<Float>].self),
        DecodingCase("Integers from random digits", list(of: 1_000, randomDigits), [Tried<Int>].self),
        DecodingCase("Decimals from random digits", list(of: 1_000, randomDigits), [Tried<Decimal>].self),
    ]

    private static func list(of count: Int, _ text: (inout SplitMix64) -> String) -> String {
        var random = SplitMix64(seed: 42)
        var texts: [String] = []
        while texts.count < count {
            let text = text(&random)
            if !text.contains("n") { texts.append(text) }
        }
        return "[\(texts.joined(separator: ","))]"
    }

    private static func longText(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits - 1)e", value) }

    private static func randomDigits(_ random: inout SplitMix64) -> String {
        func digits(_ range: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: range, using: &random)).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
        }
        let whole = digits(1...20).drop { $0 == "0" }
        var text = (Bool.random(using: &random) ? "-" : "") + (whole.isEmpty ? "0" : whole)
        if Bool.random(using: &random) { text += "." + digits(1...25) }
        let exponents = [0...0, -20...20, -345...310].randomElement(using: &random) ?? 0...0
        if Bool.random(using: &random) { text += "e\(Int.random(in: exponents, using: &random))" }
        return text
    }

    /// An integer of 54 significant bits, of which the last is set.
    private static func halfwayBetweenDoubles(_ random: inout SplitMix64) -> String {
        let significand = random.next() >> 10 | 1 << 53 | 1
        return "\(significand << Int.random(in: 0...10, using: &random))"
    }

    private static func halfwayBetweenFloats(_ random: inout SplitMix64) -> String {
        let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        return longText(Double(value) + Double(value.ulp) / 2, 120)
    }

    static let decimals: [DecodingCase] = [
        "0", "-0", "0.0", "1", "-1", "0.1", "1.10", "100", "1e2", "1E-2", "12345678901234567890123456789012345678",
        "123456789012345678901234567890123456789", "1234567890123456789012345678901234567890", "340282366920938463463374607431768211455",
        "340282366920938463463374607431768211456", "0.12345678901234567890123456789012345678",
        "0.123456789012345678901234567890123456789012",
        "1e127", "1e128", "1e-127", "1e-128", "1e-129", "9e165", "9e166", "1e200", "1e-200", "1e400", "1e99999999999999999999",
        "3.14159265358979323846264338327950288419716939937510", "18446744073709551616", "01", "1.", "1e", "-", "1.2.3", "null", "true",
        "\"1\"",
        "[]", "{}",
    ].flatMap { text in
        [
            DecodingCase("Decimal from \(text)", text, Decimal.self), DecodingCase("Decimal? from \(text)", text, Decimal?.self),
            DecodingCase("Decimal of a member from \(text)", #"{"a": \#(text)}"#, OneMember<Decimal>.self),
            DecodingCase("Decimal? of a member from \(text)", #"{"a": \#(text)}"#, OneMember<Decimal?>.self),
            DecodingCase("Decimals of an array from \(text)", "[\(text), \(text)]", [Tried<Decimal>].self),
        ]
    }
}

extension KeyedDecodingContainer<AnyKey> {
    func generic<Value: Decodable>(_ type: Value.Type, forKey key: AnyKey) throws -> Any { try decode(type, forKey: key) }
    func array<Value: Decodable>(_ type: Value.Type, forKey key: AnyKey) throws -> Any { try decode([Value?].self, forKey: key) }
    func dictionary<Value: Decodable>(_ type: Value.Type, forKey key: AnyKey) throws -> Any {
        try decode([String: Value].self, forKey: key)
    }
}
