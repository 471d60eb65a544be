/// A text in which different spellings are made equal, with the position of each byte in the original text.
package struct EscapedText {
    package var bytes: [UInt8]
    /// The original positions of all bytes and of the end; nil if they are unchanged.
    private var places: [Int]?

    /// How many layers of escapes are decoded: enough for JSON inside JSON inside a form's item.
    package static let depth = 3

    package init(_ bytes: [UInt8]) { self.bytes = bytes.contains(UInt8(ascii: "+")) ? bytes.map(Self.folded) : bytes }

    /// Forms write a space as a plus, so the two count as equal.
    private static func folded(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "+") ? 0x20 : byte }

    package static func plainest(of bytes: [UInt8]) -> [UInt8] {
        var spelling = EscapedText(bytes)
        for _ in 0..<depth {
            guard let decoded = spelling.decoded else { break }
            spelling = decoded
        }
        return spelling.bytes
    }

    package func original(_ range: Range<Int>) -> Range<Int> {
        places.map { $0[range.lowerBound]..<$0[range.upperBound] } ?? range
    }

    /// The text with the escapes of URLs, JSON and HTML decoded; nil if it has none.
    package var decoded: EscapedText? {
        guard bytes.contains(where: Self.isMark) else { return nil }
        var decoded = EscapedText([])
        decoded.bytes.reserveCapacity(bytes.count)
        var ends: [Int] = []
        ends.reserveCapacity(bytes.count + 1)
        var index = 0
        while index < bytes.count {
            let place = places?[index] ?? index
            var plain: [UInt8]?
            if Self.isMark(bytes[index]), let (escaped, length) = Self.escape(bytes[index...].prefix(12)) {
                plain = escaped
                index += length
            }
            if let plain {
                for byte in plain {
                    decoded.bytes.append(Self.folded(byte))
                    ends.append(place)
                }
            } else {
                decoded.bytes.append(bytes[index])
                ends.append(place)
                index += 1
            }
        }
        guard decoded.bytes != bytes else { return nil }
        decoded.places = ends + [places?[bytes.count] ?? bytes.count]
        return decoded
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&")
    }

    private static let entities: [String: UInt8] = [
        "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
    ]

    /// The bytes that the escape at the start of the text stands for, and the escape's length; nil if there is none.
    private static func escape(_ text: ArraySlice<UInt8>) -> ([UInt8], Int)? {
        func number(_ digits: ArraySlice<UInt8>, radix: Int) -> UInt32? {
            digits.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }
                ? UInt32(String(decoding: digits, as: UTF8.self), radix: radix) : nil
        }
        func utf8(_ scalar: UInt32) -> [UInt8]? { Unicode.Scalar(scalar).map { Array(String($0).utf8) } }
        let rest = text.dropFirst()
        switch text.first {
        case UInt8(ascii: "%"):
            guard rest.count >= 2, let byte = number(rest.prefix(2), radix: 16) else { return nil }
            return ([UInt8(byte)], 3)
        case UInt8(ascii: "&"):
            guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
            let name = String(decoding: rest[..<end], as: UTF8.self)
            let length = end + 1 - text.startIndex
            if let byte = entities[name] { return ([byte], length) }
            guard name.hasPrefix("#") else { return nil }
            let isHex = name.lowercased().hasPrefix("#x")
            return number(rest[..<end].dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10).flatMap(utf8).map { ($0, length) }
        default:
            guard let kind = rest.first else { return nil }
            guard kind == UInt8(ascii: "u") else {
                return "\"\\/bfnrt".utf8.contains(kind) ? (unescaped(text.prefix(2)), 2) : nil
            }
            guard rest.count >= 5, let unit = number(rest.dropFirst().prefix(4), radix: 16) else { return nil }
            if let plain = utf8(unit) { return (plain, 6) }
            return text.count == 12 ? (unescaped(text), 12) : nil
        }
    }
}

extension EscapedText {
    /// The bytes of a JSON string with its escapes decoded. An invalid escape loses only its backslash.
    package static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\\")) else { return Array(text) }
        var plain: [UInt8] = []
        var units: [UInt16] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                plain.append(byte)
                continue
            }
            guard escape == UInt8(ascii: "u"), let unit = UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) else {
                plain.append(characters[escape] ?? escape)
                continue
            }
            rest = rest.dropFirst(4)
            units.append(unit)
            // The other half of the character follows.
            if UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8) { continue }
            plain += String(decoding: units, as: UTF16.self).utf8
            units = []
        }
        return plain
    }

    private static let characters: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    ]
}

extension EscapedText {
    /// The forms in which the value can appear inside a longer text in Base64, without the characters that depend on the surrounding bytes.
    package static func base64(of value: String) -> [[UInt8]] {
        (0..<3).flatMap { offset -> [[UInt8]] in
            let bytes = Data(repeating: 0, count: offset) + Data(value.utf8)
            let text = bytes.base64EncodedString().prefix(bytes.count * 8 / 6).dropFirst([0, 2, 3][offset])
            let safe = text.replacing("+", with: "-").replacing("/", with: "_")
            let forms = [Array(text.utf8), Array(String(safe).utf8)]
            return forms[0] == forms[1] ? [forms[0]] : forms
        }
    }

    /// The value in hexadecimal digits, in lower and in upper case.
    package static func hex(of value: String) -> [[UInt8]] {
        ["0123456789abcdef", "0123456789ABCDEF"].map { digits in
            let digits = Array(digits.utf8)
            return value.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        }
    }
}
