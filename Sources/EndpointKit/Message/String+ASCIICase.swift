extension String {
    /// Field names, hosts and schemes compare this way (RFC 9110, section 5.1; RFC 3986, section 6.2.2.1).
    @inline(__always)
    func equalsIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && (self == other || foldedEquals(other))
    }

    private func foldedEquals(_ other: String) -> Bool {
        var (text, other) = (self, other)
        return text.withUTF8 { text in
            other.withUTF8 { other in
                for index in 0..<min(text.count, other.count) where text[index] != other[index] {
                    // Only letters differ by this one bit and nothing else.
                    guard text[index] ^ other[index] == 0x20, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(text[index] | 0x20) else {
                        return false
                    }
                }
                return true
            }
        }
    }
}
