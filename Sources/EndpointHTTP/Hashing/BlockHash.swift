/// A hash that works on blocks of 64 bytes.
protocol BlockHash: Sendable {
    associatedtype Digest

    init()

    /// Hashes whole blocks.
    mutating func update(_ blocks: UnsafeRawBufferPointer)

    /// Hashes the bytes after the last whole block, and returns the digest of all `totalCount` bytes.
    mutating func finish(_ tail: UnsafeRawBufferPointer, totalCount: Int) -> Digest
}

/// Divides bytes that arrive in pieces of any size into blocks for a hash.
struct StreamedHash<Hash: BlockHash> {
    private var hash = Hash()
    /// The bytes after the last whole block.
    private var tail: [UInt8] = []
    private var totalCount = 0

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        totalCount += bytes.count
        var rest = bytes[...]
        if !tail.isEmpty {
            let missing = rest.prefix(64 - tail.count)
            tail += missing
            rest = rest.dropFirst(missing.count)
            if tail.count < 64 { return }
            tail.withUnsafeBytes { hash.update($0) }
        }
        let whole = rest.prefix(rest.count & ~63)
        hash.update(UnsafeRawBufferPointer(rebasing: whole))
        tail = Array(rest.dropFirst(whole.count))
    }

    /// The digest of contiguous bytes, without copying them.
    static func digest(of bytes: UnsafeRawBufferPointer) -> Hash.Digest {
        var hash = Hash()
        let whole = bytes.count & ~63
        hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
        return hash.finish(UnsafeRawBufferPointer(rebasing: bytes[whole...]), totalCount: bytes.count)
    }

    consuming func finish() -> Hash.Digest {
        tail.withUnsafeBytes { hash.finish($0, totalCount: totalCount) }
    }
}
