#if !canImport(CryptoKit)
    /// The SHA-256 implementation for platforms without CryptoKit.
    typealias SHA256Engine = StreamedHash<SHA256Blocks>
#endif
