/// The SHA-256 message digest (RFC 6234), for adapters that sign requests. On Apple's platforms CryptoKit computes it.
public struct SHA256Hash: Sendable {
    private var engine = SHA256Engine()

    /// Creates a hash of no bytes.
    public init() {}

    /// Adds the next bytes.
    public mutating func update(_ bytes: some ContiguousBytes) { bytes.withUnsafeBytes { engine.update($0) } }

    /// The digest of all bytes so far: 32 bytes.
    public consuming func finish() -> [UInt8] { engine.finish() }

    /// The digest of `bytes`: 32 bytes.
    public static func digest(of bytes: some ContiguousBytes) -> [UInt8] { bytes.withUnsafeBytes { SHA256Engine.digest(of: $0) } }

    /// The digest of `text` in UTF-8, as 64 lower-case hexadecimal digits.
    public static func hexDigest(of text: String) -> String { hexadecimal(digest(of: Array(text.utf8))) }

    /// Two lower-case hexadecimal digits for each byte.
    public static func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The keyed digest HMAC-SHA-256 of `message` (RFC 2104): 32 bytes.
    public static func authenticationCode(of message: some ContiguousBytes, key: some ContiguousBytes) -> [UInt8] {
        var key = key.withUnsafeBytes { Array($0) }
        if key.count > 64 { key = digest(of: key) }
        key += [UInt8](repeating: 0, count: 64 - key.count)
        var (inner, outer) = (SHA256Hash(), SHA256Hash())
        inner.update(key.map { $0 ^ 0x36 })
        inner.update(message)
        outer.update(key.map { $0 ^ 0x5c })
        outer.update(inner.finish())
        return outer.finish()
    }
}
