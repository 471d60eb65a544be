import Testing

@testable import EndpointHTTP

@Suite struct JSONNumberTests {
    /// Numbers at the limits of the exact method: 19 digits, 27 powers of ten, values halfway between two doubles.
    private static let texts: [String] = {
        let digits = [
            "0", "1", "9007199254740993", "9007199254740992.5", "18014398509481983", "1234567890123456789", "9999999999999999999",
            "12345678901234567890", "1.7976931348623157", "4.35", "0.1", "0.000001234567890123456789", "0.0000000000000000000000000001",
            "100000000.00000001", "12345678.87654321", "0.00000000000000000000000000000", "7.0000000000000000000", "123456789012345678.5",
        ]
        let exponents = ["", "e0", "e-22", "e22", "e-23", "e23", "e-27", "e27", "E-28", "E28", "e+9", "e-300", "e300", "e-310"]
        return digits.flatMap { digits in exponents.flatMap { [digits + $0, "-" + digits + $0] } }
    }()

    @Test func `JSON numbers: each number is the nearest double`() throws {
        // Foundation's decoder and ours reject numbers that would become 0 or infinity.
        for text in Self.texts {
            guard let double = Double(text), double.isFinite,
                double != 0 || !text.prefix(while: { $0 != "e" && $0 != "E" }).contains(where: { "1"..."9" ~= $0 })
            else {
                #expect(throws: DecodingError.self, "\(text)") { try JSONTape.decode([Double].self, from: Data("[\(text)]".utf8)) }
                continue
            }
            let read = try JSONTape.decode([Double].self, from: Data("[\(text)]".utf8))
            #expect(read.map(\.bitPattern) == [double.bitPattern], "\(text)")
        }
    }

    @Test(arguments: [
        "1.000000059604644775390625", "1.0000000596046448", "1.0000000596046447", "1.0000001788139343", "0.1", "16777217.0", "3.4028235e38",
        "1.1754943508222875e-38", "1.4e-45", "1e-40", "-2.5",
    ])
    func `JSON numbers: a float is the nearest float, not a rounded double`(text: String) throws {
        let float = try #require(Float(text))
        #expect(try JSONTape.decode([Float].self, from: Data("[\(text)]".utf8)).map(\.bitPattern) == [float.bitPattern])
    }

    @Test func `JSON numbers: the limits of integers keep their value and kind`() throws {
        let text = Data("[-9223372036854775808,9223372036854775807,9223372036854775808,18446744073709551615,-9223372036854775809,-0]".utf8)
        let numbers = try #require(try JSON(parsing: text).array)
        #expect(
            numbers == [
                .number(.integer(.min)), .number(.integer(.max)), .number(.unsigned(1 << 63)), .number(.unsigned(.max)),
                .number(.double(-0x1p63)), .number(.double(-0.0)),
            ])
        #expect(try JSONTape.decode([Int128].self, from: text)[4] == -9_223_372_036_854_775_809)
        #expect(throws: DecodingError.self) { try JSONTape.decode([Int].self, from: text) }
    }

    // The article "Cookbook" describes this.
    @Test(
        arguments: [
            ("4.5", nil), ("12345678901234567.5", nil), ("9007199254740993.5", nil), ("1e-1", nil), ("4.0", 4), ("4e0", 4), ("40e-1", 4),
            ("0.99999999999999999999999", 1), ("4.00000000000000000000001", 4), ("1e-400", 0),
            ("12345678901234567.0", 12_345_678_901_234_567),
        ] as [(String, Int?)])
    func `JSON numbers: an integer rejects a fraction, but below 2^53 only if a double can hold it`(text: String, value: Int?) throws {
        let bytes = Data("[\(text)]".utf8)
        guard let value else {
            #expect(throws: DecodingError.self) { try JSONTape.decode([Int].self, from: bytes) }
            return
        }
        #expect(try JSONTape.decode([Int].self, from: bytes) == [value])
    }
}
