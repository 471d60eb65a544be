#if !canImport(CryptoKit)
    /// What computes SHA-256 where there is no CryptoKit.
    typealias SHA256Engine = StreamedHash<SHA256Blocks>
#endif
