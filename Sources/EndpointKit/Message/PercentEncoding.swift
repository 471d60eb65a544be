/// Percent-encoding over bytes by table (RFC 3986, section 2).
enum PercentEncoding {
    /// What a byte may be written as it is in.
    struct Allowed: OptionSet {
        let rawValue: UInt8
        /// RFC 3986, section 2.3: letters, digits, `-`, `.`, `_` and `~`.
        static let unreserved = Allowed(rawValue: 1)
        /// Section 3.3: pchar and `/`.
        static let path = Allowed(rawValue: 2)
        /// Section 3.4: pchar, `/` and `?`.
        static let query = Allowed(rawValue: 4)
        /// RFC 9110, section 5.6.2: a token, so a method or a field name.
        static let token = Allowed(rawValue: 8)
        /// RFC 9110, section 5.5: what a field value may hold: everything but CR, LF, NUL and the other controls; tab is allowed.
        static let fieldValue = Allowed(rawValue: 16)
        static let hexDigit = Allowed(rawValue: 32)
    }

    private static let table: InlineArray<256, UInt8> = {
        var table = InlineArray<256, UInt8>(repeating: 0)
        func allow(_ text: StaticString, _ allowed: Allowed) {
            text.withUTF8Buffer { for byte in $0 { table[Int(byte)] |= allowed.rawValue } }
        }
        allow("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", [.unreserved, .path, .query, .token])
        allow("-._~", [.unreserved, .path, .query, .token])
        allow("!$&'()*+,;=:@/", [.path, .query])
        allow("?", .query)
        allow("!#$%&'*+^`|", .token)
        allow("0123456789abcdefABCDEF", .hexDigit)
        for byte in 0x20...0xFF where byte != 0x7F { table[byte] |= Allowed.fieldValue.rawValue }
        table[0x09] |= Allowed.fieldValue.rawValue
        return table
    }()

    @inline(__always)
    static func isAllowed(_ byte: UInt8, in allowed: Allowed) -> Bool { table[Int(byte)] & allowed.rawValue != 0 }

    static func allSatisfy(_ text: String, _ allowed: Allowed) -> Bool {
        var text = text
        return text.withUTF8 { bytes in bytes.allSatisfy { isAllowed($0, in: allowed) } }
    }

    /// Appends `text`, everything but `allowed` as `%XX`. With `keepingEscapes`, a `%XX` that is already there stays.
    static func append(_ text: String, allowed: Allowed, keepingEscapes: Bool = false, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { append($0, allowed: allowed, keepingEscapes: keepingEscapes, to: &output) }
    }

    static func append(
        _ bytes: UnsafeBufferPointer<UInt8>, allowed: Allowed, keepingEscapes: Bool = false, to output: inout [UInt8]
    ) {
        var runStart = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isAllowed(byte, in: allowed) || (keepingEscapes && isEscape(at: index, in: bytes)) {
                index += 1
                continue
            }
            // Runs are copied whole: most text needs no escape at all.
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart..<index]))
            output.append(UInt8(ascii: "%"))
            output.append(hexDigit(byte >> 4))
            output.append(hexDigit(byte & 15))
            index += 1
            runStart = index
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart...]))
    }

    static func isEscape(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count
            && isAllowed(bytes[index + 1], in: .hexDigit) && isAllowed(bytes[index + 2], in: .hexDigit)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    /// The text without its escapes; bytes that aren't UTF-8 become U+FFFD, and an escape that isn't one stays as it is.
    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            bytes.formIndex(after: &index)
            if byte == UInt8(ascii: "%"), let escaped = value(ofHexDigitsAt: index, in: bytes) {
                output.append(escaped)
                bytes.formIndex(&index, offsetBy: 2)
            } else {
                output.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func value<Bytes: Collection<UInt8>>(ofHexDigitsAt index: Bytes.Index, in bytes: Bytes) -> UInt8? {
        guard let low = bytes.index(index, offsetBy: 1, limitedBy: bytes.endIndex), low < bytes.endIndex,
            let high = Character(UnicodeScalar(bytes[index])).hexDigitValue, isAllowed(bytes[index], in: .hexDigit),
            let rest = Character(UnicodeScalar(bytes[low])).hexDigitValue, isAllowed(bytes[low], in: .hexDigit)
        else { return nil }
        return UInt8(high << 4 | rest)
    }
}
