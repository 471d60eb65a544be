enum Gzip {
    /// One member (RFC 1952, section 2.3) without a name or a time, so that the same bytes give the same member; nil if it would be no
    /// smaller, or nothing on this machine can compress.
    static func member(of bytes: [UInt8]) -> [UInt8]? {
        let unknownSystem: UInt8 = 255
        guard let deflated = Zlib.deflate(bytes), deflated.count + 18 < bytes.count else { return nil }
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, unknownSystem] + deflated
            + CRC32.value(of: bytes).littleEndianBytes + UInt32(truncatingIfNeeded: bytes.count).littleEndianBytes
    }
}
