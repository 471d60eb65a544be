#if canImport(CryptoKit)
    internal import CryptoKit

    /// SHA-256 with the processor's own instructions.
    struct SHA256Engine: Sendable {
        private var hash = SHA256()

        mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }
        consuming func finish() -> [UInt8] { Array(hash.finalize()) }
    }
#endif
