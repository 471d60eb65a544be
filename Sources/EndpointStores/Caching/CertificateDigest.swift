internal import Synchronization

/// Identifies the holder of a client certificate by the content of its file, which may be replaced while the program runs.
enum CertificateDigest {
    private static let known = Mutex<[URL: (version: FileSystem.Version, digest: KeyDigest)]>([:])
    private static let limit = 100

    /// The digest of the file's path if the file can't be read. In that case the request can't be sent either.
    static func of(_ file: URL) -> KeyDigest {
        let version = FileSystem.version(of: file.path(percentEncoded: false))
        if let version, let known = known.withLock({ $0[file] }), known.version == version { return known.digest }
        guard let version, let content = try? Data(contentsOf: file) else { return KeyDigest(of: file.absoluteString) }
        let digest = KeyDigest(of: Array(content))
        known.withLock { known in
            if known.count >= limit { known = [:] }
            known[file] = (version, digest)
        }
        return digest
    }
}
