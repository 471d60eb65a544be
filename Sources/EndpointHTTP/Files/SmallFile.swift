#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A small regular file, read in one go, with its owner and permissions at that time.
package struct SmallFile: Sendable {
    package typealias Failure = FileWriter.Failure

    package let bytes: [UInt8]
    /// Whether it belongs to the user of this process, and no other user may read or write it.
    package let isPrivate: Bool
    /// Whether it belongs to the user of this process.
    package let isOwn: Bool
    /// The access that every user of the machine had to the file: "read", "write" or "read and write"; nil if there was none.
    package let exposure: String?

    /// Throws for a file of more than `limit` bytes, and for anything that isn't a regular file.
    package init(_ path: String, limit: Int) throws(Failure) {
        // C reads a path only up to its first NUL, so such a path would name another file.
        guard !path.isEmpty, !path.utf8.contains(0) else { throw Failure(reason: "its path is not valid") }
        // Without O_NONBLOCK, opening a named pipe would wait for a writer.
        let descriptor = DescriptorReserve.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw Failure(reason: FileSystem.reason, isAbsent: errno == ENOENT) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(reason: FileSystem.reason) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "it is not a regular file") }
        isOwn = status.st_uid == geteuid()
        isPrivate = isOwn && status.st_mode & 0o077 == 0
        exposure = FileSystem.exposure(status)
        let isTooLarge = Failure(reason: "it has more than \(limit) bytes", isTooLarge: true)
        guard Int64(status.st_size) <= Int64(limit) else { throw isTooLarge }
        var bytes = [UInt8](repeating: 0, count: max(4096, Int(status.st_size) + 1))
        var count = 0
        while count <= limit {
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: count) }
            let part = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if part < 0, errno == EINTR { continue }
            if part < 0 { throw Failure(reason: FileSystem.reason) }
            if part == 0 { break }
            count += part
        }
        // The file may have grown since it was opened.
        if count > limit { throw isTooLarge }
        bytes.removeLast(bytes.count - count)
        self.bytes = bytes
    }
}
