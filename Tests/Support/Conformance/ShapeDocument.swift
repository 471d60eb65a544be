/// Writes documents that mostly fit a shape.
struct ShapeDocument {
    private var bytes: [UInt8] = []
    private var random: SplitMix64
    /// One in this number of values, members and strings is wrong in some way.
    private let rarity: Int

    static func random(_ shape: Shape, using random: inout SplitMix64) -> [UInt8] {
        // Half of the documents are valid except for rare bytes.
        var document = ShapeDocument(random: random, rarity: [.max, .max, 60, 12].randomElement(using: &random) ?? .max)
        document.write(shape)
        random = document.random
        if document.rarity < .max, Int.random(in: 0..<4, using: &random) == 0 { damage(&document.bytes, using: &random) }
        // Foundation may read the byte after a number that ends a document without braces.
        document.bytes.append(0x0A)
        switch Int.random(in: 0..<30, using: &random) {
        case 0: return utf16(document.bytes, using: &random)
        case 1: return [0xEF, 0xBB, 0xBF] + document.bytes
        default: return document.bytes
        }
    }

    private init(random: SplitMix64, rarity: Int) { (self.random, self.rarity) = (random, rarity) }

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    private mutating func isWrong() -> Bool { rarity < .max && chance(rarity) }
    private mutating func one(of texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    private mutating func write(_ text: String) { bytes += Array(text.utf8) }

    private mutating func space() {
        if chance(6) { write(one(of: [" ", "\n", "\t", "\r\n", "  \n  "])) }
    }

    private mutating func write(_ shape: Shape) {
        space()
        if isWrong() { return chance(3) ? write(one(of: Self.oddValues)) : write(Shape.random(depth: 2, using: &random)) }
        switch shape {
        case .scalar(.bool): write(one(of: ["true", "false"]))
        case .scalar(.string): writeText(one(of: Self.texts))
        case .scalar(.double), .scalar(.float), .decimal: chance(16) ? writeText(one(of: ["INF", "-INF", "NaN"])) : writeNumber()
        case .scalar(let kind): writeInteger(kind)
        case .date:
            chance(2) ? writeNumber() : writeText(one(of: ["2001-02-03T04:05:06Z", "2020-02-29T23:59:59+02:00", "2001-02-30T00:00:00Z"]))
        case .data: chance(4) ? write(one(of: ["[1, 255]", "[]", "[256]"])) : writeText(one(of: ["AAEC", "AA==", "", "AA", "A/+/"]))
        case .url: writeText(one(of: ["https://a.b/c?d=e#f", "a b", "", "é", "http://[a"]))
        case .optional(let wrapped): chance(3) ? write("null") : write(wrapped)
        case .array(let element): writeList(Array(repeating: element, count: Int.random(in: 0...4, using: &random)))
        case .dictionary(let value):
            let keys = Shape.keys.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
            writeObject(keys.map { ($0, value) })
        case .object(let members):
            writeObject(members.shuffled(using: &random).map { ($0.key.stringValue, $0.element.shape) }, mayLeaveOut: members)
        case .list(let elements): writeList(elements.map(\.shape) + (chance(3) ? elements.suffix(1).map(\.shape) : []))
        case .choice(let members): writeObject(members.randomElement(using: &random).map { [($0.key.stringValue, $0.element.shape)] } ?? [])
        case .either(let first, let second): write(chance(2) ? first : second)
        case .skipped: chance(2) ? write(one(of: Self.oddValues)) : write(Shape.random(depth: 1, using: &random))
        }
        space()
    }

    private mutating func writeList(_ elements: [Shape]) {
        write("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { write(isWrong() ? one(of: ["", ",,", ";"]) : ",") }
            write(element)
        }
        if isWrong() { write(",") }
        write(isWrong() ? one(of: ["", "}", "]]"]) : "]")
    }

    private mutating func writeObject(_ fitting: [(String, Shape)], mayLeaveOut optional: [Shape.Member] = []) {
        var members = fitting
        // A member that is decoded only if present may be missing.
        for member in optional where member.element.way == .ifPresent && chance(3) { members.removeAll { $0.0 == member.key.stringValue } }
        if !members.isEmpty, isWrong() { members.remove(at: Int.random(in: members.indices, using: &random)) }
        if let member = members.randomElement(using: &random), isWrong() { members.append(member) }
        if chance(6) { members.insert((one(of: Shape.keys), .scalar(.bool)), at: Int.random(in: 0...members.count, using: &random)) }
        write("{")
        for (index, (key, shape)) in members.enumerated() {
            if index > 0 { write(isWrong() ? one(of: ["", ",,", ";"]) : ",") }
            space()
            writeText(isWrong() ? one(of: Shape.keys) : key)
            space()
            write(isWrong() ? one(of: ["", "::", "=", ","]) : ":")
            write(shape)
        }
        if isWrong() { write(",") }
        write(isWrong() ? one(of: ["", "]", "}}"]) : "}")
    }

    private static let texts =
        Shape.keys + ["INF", "-INF", "NaN", "1", "true", "null", "{}", "\u{2028}", "\u{FEFF}", "\u{1F}\u{7F}", "\r\n\t\u{8}\u{C}"]
    private static let oddValues = [
        "null", "true", "false", "[]", "{}", "\"\"", "0", "-1", "1.5", "1e400", "1e-400", "01", "-", "1.", "1.e2", "1e", "--1", "nul",
        "truee", "+1", ".5", "NaN", "'a'", "",
        "[1,]", "{\"a\":1,}", "{\"a\":{},\"a\":[]}", "[[[[[[]]]]]]", "\"\\x\"", "\"\\ud800\"", "\"\\u00\"", "\"\u{1}\"", "/**/1", "0x10",
        "99999999999999999999",
        "123456789012345678901234567890123456789012", "170141183460469231731687303715884105728", "9007199254740993.5",
        "-9223372036854775808.0",
    ]

    private mutating func writeText(_ text: String) {
        write("\"")
        for scalar in text.unicodeScalars {
            let escape = Self.shortEscapes[scalar]
            if let escape, chance(2) || scalar != "/" {
                write(escape)
            } else if scalar.value < 0x20 || chance(12) {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: chance(2))
                    write("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
                }
            } else {
                write(String(scalar))
            }
        }
        if isWrong() {
            chance(2)
                ? write(one(of: ["\\", "\\x", "\\u12", "\\udc00", "\\ud83d", "\u{1}", "\n"]))
                : bytes.append(UInt8.random(in: 0x80...0xFF, using: &random))
        }
        write("\"")
    }

    private static let shortEscapes: [Unicode.Scalar: String] = [
        "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u{8}": "\\b", "\u{C}": "\\f",
    ]

    private mutating func writeNumber() {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: write("\(Int.random(in: -1000...1000, using: &random))")
        case 1: write("\(Float.random(in: -1e6...1e6, using: &random))")
        case 2: write("\(Double(Int.random(in: -1000...1000, using: &random)) / 8)")
        case 3: write("\(Double(bitPattern: random.next() & ~(1 << 62)))")
        case 4: write(respelled("\(random.next())"))
        default:
            write(
                one(of: [
                    "0", "-0", "-0.0", "1e5", "1E-3", "0e0", "5e-324", "1.7976931348623157e308", "3.4028235e38", "1e-45", "16777217", "0.1",
                    "1.10",
                ]))
        }
    }

    private mutating func writeInteger(_ kind: ScalarKind) {
        let (least, greatest) = Self.limits[kind] ?? (0, 127)
        var text = "\(Int128.random(in: least...greatest, using: &random))"
        if chance(3) { text = "\(Int.random(in: 0...100, using: &random))" }
        if chance(5) { text = "\(chance(2) ? least : greatest)" }
        if isWrong() { text = "\(chance(2) ? least - 1 : greatest + 1)" }
        write(chance(5) ? respelled(text) : text)
    }

    // The integers next to each limit must also fit an Int128.
    private static let limits: [ScalarKind: (Int128, Int128)] = [
        .int: (Int128(Int.min), Int128(Int.max)), .int8: (-128, 127), .int16: (-32_768, 32_767),
        .int32: (Int128(Int32.min), Int128(Int32.max)),
        .int64: (Int128(Int64.min), Int128(Int64.max)), .int128: (.min + 1, .max - 1), .uint: (0, Int128(UInt.max)), .uint8: (0, 255),
        .uint16: (0, 65_535),
        .uint32: (0, Int128(UInt32.max)), .uint64: (0, Int128(UInt64.max)), .uint128: (0, .max - 1),
    ]

    /// The same integer in another spelling.
    private mutating func respelled(_ text: String) -> String {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: text + ".0"
        case 1: text + "e0"
        case 2: text + "0e-1"
        case 3: text + ".000E+00"
        default: String(text.dropLast()) + "." + text.suffix(1) + "e1"
        }
    }

    private static func utf16(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        let isBigEndian = Bool.random(using: &random)
        let mark: [UInt16] = Bool.random(using: &random) ? [0xFEFF] : []
        let units = mark + String(decoding: bytes, as: UTF8.self).utf16
        return units.flatMap { unit in withUnsafeBytes(of: isBigEndian ? unit.bigEndian : unit.littleEndian) { Array($0) } }
    }

    private static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "null", "-", "e", "0", ".", " ", "\u{0}", "é", "\u{FEFF}", "/*", "//", "'",
    ]

    private static func damage(_ bytes: inout [UInt8], using random: inout SplitMix64) {
        for _ in 0...Int.random(in: 0..<3, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            let range = index..<min(bytes.count, index + Int.random(in: 0..<8, using: &random))
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: index)
            case 1: bytes.removeSubrange(range)
            case 2: if index < bytes.count { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            case 3: if index < bytes.count { bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
            case 4: bytes.insert(contentsOf: Array(bytes[range]), at: Int.random(in: 0...bytes.count, using: &random))
            case 5: bytes.removeSubrange(index...)
            default:
                bytes.insert(
                    contentsOf: [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF], [0]].randomElement(using: &random) ?? [], at: 0)
            }
        }
    }
}
