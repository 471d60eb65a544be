#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A small file that only its owner may use, read whole and replaced in one step.
package struct PrivateFile: Sendable {
    package typealias Failure = FileWriter.Failure

    package let url: URL
    private let path: String
    private static let largest = 1 << 20

    package init(_ url: URL) {
        self.url = url.absoluteURL
        path = self.url.path(percentEncoded: false)
    }

    /// nil if the file doesn't exist. Throws for a file that other users may read or write.
    package func contents() throws(Failure) -> Data? {
        try check()
        // Without O_NONBLOCK, opening a named pipe without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw Failure(reason: FileSystem.reason) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(reason: FileSystem.reason) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "it is not a regular file") }
        guard status.st_uid == geteuid() else { throw Failure(reason: "it belongs to another user") }
        guard status.st_mode & 0o077 == 0 else { throw Failure(reason: "other users may read or write it; run chmod 600 on it") }
        guard status.st_size <= Self.largest else { throw Failure(reason: "it is larger than \(Self.largest) bytes") }
        var data = Data(count: Int(status.st_size))
        var count = 0
        while count < data.count {
            let part = data.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count)
            }
            if part < 0, errno == EINTR { continue }
            guard part >= 0 else { throw Failure(reason: FileSystem.reason) }
            if part == 0 { break }
            count += part
        }
        return data.prefix(count)
    }

    /// Writes a temporary file next to it and renames that, so that the file is complete at any time.
    package func replace(with data: Data) throws(Failure) {
        try check()
        let temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
        do {
            let writer = try FileWriter(temporary, .new)
            try writer.write(data)
            try writer.synchronize()
        } catch {
            FileSystem.removeFile(temporary)
            throw error
        }
        guard FileSystem.move(temporary, to: path) else {
            let failure = Failure(reason: FileSystem.reason)
            FileSystem.removeFile(temporary)
            throw failure
        }
    }

    /// Deletes the file; succeeds if there is none.
    package func remove() throws(Failure) {
        try check()
        if unlink(path) != 0, errno != ENOENT { throw Failure(reason: FileSystem.reason) }
    }

    private func check() throws(Failure) {
        // C reads a path up to its first NUL, which would name another file.
        guard url.isFileURL, !path.isEmpty, !path.utf8.contains(0) else { throw Failure(reason: "its URL is not the URL of a file") }
    }
}
