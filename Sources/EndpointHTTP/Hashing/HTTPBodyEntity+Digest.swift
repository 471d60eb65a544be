extension HTTPBodyEntity {
    /// The MD5 digest of the body's bytes, as lower-case hexadecimal digits.
    package func md5HexDigest() async throws -> String {
        var hash = StreamedHash<MD5>()
        for try await chunk in try chunks() { chunk.withUnsafeBytes { hash.update($0) } }
        return hash.finish()
    }

    /// The SHA-256 digest of the body's bytes, as lower-case hexadecimal digits.
    package func sha256HexDigest() async throws -> String {
        var hash = SHA256Hash()
        for try await chunk in try chunks() { hash.update(chunk) }
        return SHA256Hash.hexadecimal(hash.finish())
    }
}
