extension String {
    /// Nothing but spaces and tabs, which are no part of a field's value (RFC 9110, section 5.5).
    var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// CR, LF, NUL or another control character but tab: what no field value may hold (RFC 9110, section 5.5).
    var holdsControlCharacter: Bool {
        withBytes { bytes in
            // Eight bytes at once, as most values are long and good; a tab only makes us look again.
            var index = 0
            while index + 8 <= bytes.count {
                let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let ones: UInt64 = 0x0101_0101_0101_0101
                let highBits = ones &* 0x80
                let delete = word ^ (ones &* 0x7F)
                // The high bit of each byte below 0x20, or equal to 0x7F.
                let suspects = ((word &- ones &* 0x20) & ~word | (delete &- ones) & ~delete) & highBits
                if suspects != 0, bytes[index..<(index + 8)].contains(where: Self.isControl) { return true }
                index += 8
            }
            return bytes[index...].contains(where: Self.isControl)
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }
}
