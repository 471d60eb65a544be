/// Percent-encodes and decodes bytes with a table (RFC 3986, section 2).
package enum PercentEncoding {
    /// A class of ASCII bytes that aren't encoded.
    package struct Allowed {
        fileprivate let bit: UInt8

        /// RFC 3986, section 2.3: letters, digits, `-`, `.`, `_` and `~`.
        package static var unreserved: Allowed { Allowed(bit: 1) }
        /// Section 3.3: pchar and `/`.
        package static var path: Allowed { Allowed(bit: 2) }
        /// Section 3.4: pchar, `/` and `?`.
        package static var query: Allowed { Allowed(bit: 4) }
        /// RFC 9110, section 5.6.2: a token, such as a method or a field name.
        package static var token: Allowed { Allowed(bit: 8) }
        package static var hexDigit: Allowed { Allowed(bit: 16) }

        @inline(__always)
        package func contains(_ byte: UInt8) -> Bool { byte < 128 && PercentEncoding.classes[Int(byte)] & bit != 0 }

        /// How many consecutive bytes from `start` on belong to the class.
        @inline(__always)
        func prefix(of bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int {
            guard let first = bytes.baseAddress else { return 0 }
            let classes = PercentEncoding.classes
            let end = first + bytes.count
            var next = first + start
            while next != end, next.pointee < 128, classes[Int(next.pointee)] & bit != 0 { next += 1 }
            return next - (first + start)
        }
    }

    // Each ASCII byte's classes, as bits added to "@". A static string needs no initialization at run time.
    @inline(__always)
    fileprivate static var classes: UnsafePointer<UInt8> {
        let text: StaticString = """
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\
            @N@HNHNNFFNNFOOF__________FF@F@D\
            F______OOOOOOOOOOOOOOOOOOOO@@@HO\
            H______OOOOOOOOOOOOOOOOOOOO@H@O@
            """
        return text.utf8Start
    }

    @inline(__always)
    package static func allSatisfy(_ text: String, _ allowed: Allowed) -> Bool {
        text.withBytes { allowed.prefix(of: $0) == $0.count }
    }

    /// Appends `text`, in which every byte that isn't in `allowed` becomes `%XX`. With `keepingEscapes`, a valid `%XX` in `text` is kept.
    package static func append(_ text: String, allowed: Allowed, keepingEscapes: Bool = false, to output: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.utf8.count * 3) { buffer in
            var writer = ByteWriter(buffer: buffer)
            writer.append(text, encodingAllBut: allowed, keepingEscapes: keepingEscapes)
            output.append(contentsOf: writer.written)
        }
    }

    /// `text` with everything except unreserved characters encoded.
    package static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, allowed: .unreserved, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `%XX`.
    package static func escaped(_ byte: UInt8) -> String { "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }

    static func isEscape(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count
            && Allowed.hexDigit.contains(bytes[index + 1]) && Allowed.hexDigit.contains(bytes[index + 2])
    }

    /// The decoded text: bytes that aren't UTF-8 become U+FFFD, and an invalid escape is kept.
    package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
        let isPlain = !bytes.contains { $0 == UInt8(ascii: "%") || plusIsSpace && $0 == UInt8(ascii: "+") }
        if isPlain { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: decodedBytes(bytes, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    package static func decodedBytes(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
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
        return output
    }

    private static func value<Bytes: Collection<UInt8>>(ofHexDigitsAt index: Bytes.Index, in bytes: Bytes) -> UInt8? {
        guard let low = bytes.index(index, offsetBy: 1, limitedBy: bytes.endIndex), low < bytes.endIndex,
            let high = Character(UnicodeScalar(bytes[index])).hexDigitValue, Allowed.hexDigit.contains(bytes[index]),
            let rest = Character(UnicodeScalar(bytes[low])).hexDigitValue, Allowed.hexDigit.contains(bytes[low])
        else { return nil }
        return UInt8(high << 4 | rest)
    }
}
