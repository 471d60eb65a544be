extension String {
    /// Field names, hosts and schemes compare this way (RFC 9110, section 5.1; RFC 3986, section 6.2.2.1).
    @inline(__always)
    func equalsIgnoringASCIICase(_ other: String) -> Bool {
        // Most names differ in their length or their first letter.
        guard utf8.count == other.utf8.count, (utf8.first ?? 0) | 0x20 == (other.utf8.first ?? 0) | 0x20 else { return false }
        return self == other || foldedEquals(other)
    }

    private func foldedEquals(_ other: String) -> Bool {
        withBytes { text in
            other.withBytes { other in
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

    /// Calls `body` with the text in UTF-8: where it is, if that can be done, as a copy costs more than most of what is asked of it.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}
