extension String {
    /// Field names, hosts and schemes compare this way (RFC 9110, section 5.1; RFC 3986, section 6.2.2.1).
    @inline(__always)
    func equalsIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && (self == other || foldedEquals(other))
    }

    private func foldedEquals(_ other: String) -> Bool {
        for (a, b) in zip(utf8, other.utf8) where a != b {
            // Only letters differ by this one bit and nothing else.
            guard a ^ b == 0x20, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(a | 0x20) else { return false }
        }
        return true
    }
}
