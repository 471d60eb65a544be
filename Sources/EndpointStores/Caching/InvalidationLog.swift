/// The log of invalidations by all processes that share a folder: 32 random bytes that name the log, then 32 bytes for each entry, which
/// are the resource's digest, or zeros for all resources. It is the only file that a cleared folder keeps, so that no process stores
/// cleared responses again.
struct InvalidationLog {
    /// A position between two entries. Only positions in the same log can be compared: a new log could have the file number of a deleted one.
    struct Place: Equatable, Sendable {
        fileprivate let name: [UInt8]
        /// In bytes.
        fileprivate let offset: Int64
    }

    let path: String
    /// In bytes. A log that exceeds it is restarted.
    private static let limit = 1 << 16
    private static let size = 32
    private static let everything = [UInt8](repeating: 0, count: size)

    init(path: String) { self.path = path }

    /// nil if there is no log.
    var end: Place? {
        guard let start = FileSystem.start(of: path, count: Self.size), start.bytes.count == Self.size else { return nil }
        return Place(name: start.bytes, offset: start.size)
    }

    /// - Parameter resource: nil for all resources.
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

    /// Starts a log with a new name, which means that everything may have been invalidated.
    private func begin() throws(FileWriter.Failure) {
        FileSystem.removeFile(path)
        try FileWriter(path, .new).write(Data((0..<Self.size).map { _ in UInt8.random(in: .min ... .max) }))
    }

    /// Whether the resource wasn't invalidated between two positions. False if this is unknown, for example because the log was restarted.
    /// The response then isn't stored.
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
