/// The log of what any process has invalidated in a folder: 32 bytes each, the resource's digest, or zeros for everything.
struct InvalidationLog {
    /// A place between two entries. Only places in the same file can be compared.
    typealias Place = FileSystem.Version

    let path: String
    /// In bytes. Above it, the log begins again.
    private static let limit = 1 << 16
    private static let everything = [UInt8](repeating: 0, count: 32)

    init(path: String) { self.path = path }

    /// nil if there is no log.
    var end: Place? {
        if case .file? = FileSystem.kind(of: path, followingLinks: false) { FileSystem.version(of: path) } else { nil }
    }

    /// - Parameter resource: nil for everything.
    func note(_ resource: KeyDigest?) {
        if let end, end.size > Self.limit { FileSystem.removeFile(path) }
        do { try FileWriter(path, .appended).write(Data(resource?.bytes ?? Self.everything)) } catch {
            // On a full disk.
            FileSystem.removeFile(path)
        }
    }

    /// Whether the resource wasn't invalidated between two places. False if that can't be known, for example because the log has begun again:
    /// then a response isn't stored.
    func isSilent(about resource: KeyDigest, from start: Place?, to end: Place?) -> Bool {
        guard let start, let end, end.isOfSameFile(as: start), end.size >= start.size, (end.size - start.size).isMultiple(of: 32),
            let bytes = try? SmallFile(path, limit: 2 * Self.limit).bytes, bytes.count >= end.size
        else { return false }
        return stride(from: Int(start.size), to: Int(end.size), by: 32).allSatisfy { offset in
            let entry = Array(bytes[offset..<offset + 32])
            return entry != resource.bytes && entry != Self.everything
        }
    }
}
