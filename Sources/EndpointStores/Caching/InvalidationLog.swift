/// The log of all processes' invalidations in a folder: 32 random bytes that name the log, and 32 bytes for each entry, the resource's
/// digest or zeros for everything. It is the only file that a cleared folder keeps, so that nobody stores responses that were cleared.
struct InvalidationLog {
    /// A place between two entries. Only places in the same log can be compared, because a file's number may be that of a deleted file.
    struct Place: Equatable, Sendable {
        fileprivate let name: [UInt8]
        /// In bytes.
        fileprivate let offset: Int64
    }

    let path: String
    /// In bytes. Above it, the log begins again.
    private static let limit = 1 << 16
    private static let size = 32
    private static let everything = [UInt8](repeating: 0, count: size)

    init(path: String) { self.path = path }

    /// nil if there is no log.
    var end: Place? {
        guard let start = FileSystem.start(of: path, count: Self.size), start.bytes.count == Self.size else { return nil }
        return Place(name: start.bytes, offset: start.size)
    }

    /// - Parameter resource: nil for everything.
    func note(_ resource: KeyDigest?) {
        do {
            if let end, end.offset <= Self.limit {
                try FileWriter(path, .appended).write(Data(resource?.bytes ?? Self.everything))
            } else {
                try begin()
            }
        } catch {
            // The disk may be full.
            FileSystem.removeFile(path)
        }
    }

    /// A new log, whose name says that everything may have been invalidated.
    private func begin() throws(FileWriter.Failure) {
        FileSystem.removeFile(path)
        try FileWriter(path, .new).write(Data((0..<Self.size).map { _ in UInt8.random(in: .min ... .max) }))
    }

    /// Whether the resource wasn't invalidated between two places. False if that can't be known, for example because the log has begun
    /// again. Then a response isn't stored.
    func isSilent(about resource: KeyDigest, from start: Place?, to end: Place?) -> Bool {
        guard let start, let end, end.name == start.name, end.offset >= start.offset,
            (end.offset - start.offset).isMultiple(of: Int64(Self.size)),
            let bytes = try? SmallFile(path, limit: 2 * Self.limit).bytes, bytes.count >= end.offset, bytes.starts(with: end.name)
        else { return false }
        return stride(from: Int(start.offset), to: Int(end.offset), by: Self.size).allSatisfy { offset in
            let entry = Array(bytes[offset..<offset + Self.size])
            return entry != resource.bytes && entry != Self.everything
        }
    }
}
