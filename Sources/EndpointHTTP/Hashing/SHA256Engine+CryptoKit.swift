#if canImport(CryptoKit)
    internal import CryptoKit

    /// SHA-256 with the processor's own instructions.
    struct SHA256Engine: Sendable {
        private var hash = SHA256()

        mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }
        static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
        consuming func finish() -> [UInt8] { Array(hash.finalize()) }
    }
#endif
