#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import Synchronization

/// A small file that only its owner may use, and that is read as a whole and replaced atomically.
package struct PrivateFile: Sendable {
    package typealias Failure = FileWriter.Failure

    package let url: URL
    private let path: String
    private let limit: Int
    private let hasSecrets: Bool
    private let cleaning = Cleaning()

    /// - Parameters:
    ///   - limit: the maximum number of bytes that are read.
    ///   - hasSecrets: whether each replacement searches for temporary files that other processes have abandoned; if false, only the first
    ///     one does.
    package init(_ url: URL, limit: Int = 1 << 20, hasSecrets: Bool = true) {
        self.hasSecrets = hasSecrets
        self.url = url.absoluteURL
        self.limit = limit
        path = self.url.path(percentEncoded: false)
    }

    /// Changes when the file is replaced or written; nil if the file doesn't exist.
    package var version: FileSystem.Version? { FileSystem.version(of: path) }

    /// Whether the file was ever written or locked: true if the file or its lock file exists, or if that can't be determined.
    package var wasUsed: Bool { ![path, lockPath].allSatisfy(FileSystem.isAbsent) }

    /// nil if the file doesn't exist. Throws for a file that other users may read or write.
    package func contents() throws(Failure) -> Data? {
        try check()
        do throws(Failure) {
            let file = try SmallFile(path, limit: limit)
            guard file.isOwn else { throw Failure(reason: "it belongs to another user") }
            guard file.isPrivate else { throw Failure(reason: "other users may read or write it; run chmod 600 on it") }
            return Data(file.bytes)
        } catch {
            if error.isAbsent { return nil }
            throw error
        }
    }

    /// Throws if ``replace(with:)`` would: for a device, a pipe or a folder, or if no file can be created.
    package func checkReplaceable() throws(Failure) {
        try check()
        switch FileSystem.kind(of: target, followingLinks: false) {
        case .file, nil: break
        case .directory, .link, .special: throw Failure(reason: "it isn't a regular file")
        }
        let folder = URL(filePath: target).deletingLastPathComponent().path(percentEncoded: false)
        if access(folder, W_OK | X_OK) != 0 { throw Failure(reason: FileSystem.reason) }
    }

    private var lockPath: String { target + ".lock" }

    /// The path's target if it is a link, even if that target doesn't exist yet. The path itself if the links form a cycle.
    private var target: String { FileSystem.destination(of: path) ?? path }

    /// Writes a temporary file next to the file and renames it, so that the file is always complete. Follows links.
    ///
    /// - Parameter isSynchronized: whether to return only after the bytes are on the disk. If not, the file may be lost in a power failure.
    package func replace(with data: Data, isSynchronized: Bool = true) throws(Failure) {
        let path = target
        let temporary = try temporary(besides: path, data, isSynchronized: isSynchronized)
        // The lock is kept until the file has its name, so that no other writer takes it for an abandoned one.
        try withExtendedLifetime(temporary.writer) { () throws(Failure) in
            guard FileSystem.move(temporary.path, to: path, isSynchronized: isSynchronized) else {
                let failure = Failure(reason: FileSystem.reason)
                FileSystem.removeFile(temporary.path)
                throw failure
            }
        }
    }

    /// Throws if ``replace(with:isSynchronized:)`` would, even if only because the disk is full: it writes the temporary file and then
    /// removes it.
    package func rehearse(with data: Data) throws(Failure) {
        FileSystem.removeFile(try temporary(besides: target, data, isSynchronized: false).path)
    }

    private func temporary(
        besides path: String, _ data: Data, isSynchronized: Bool
    ) throws(Failure) -> (path: String, writer: FileWriter) {
        try checkReplaceable()
        if hasSecrets { Self.removeAbandoned(besides: path) } else { cleaning.once { Self.removeAbandoned(besides: path) } }
        let (temporary, writer) = try Self.newFile(besides: path)
        do {
            try writer.write(data)
            if isSynchronized { try writer.synchronize() }
            return (temporary, writer)
        } catch {
            FileSystem.removeFile(temporary)
            throw error
        }
    }

    private static func newFile(besides path: String, attempts: Int = 10) throws(Failure) -> (path: String, writer: FileWriter) {
        let temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
        do throws(Failure) {
            return (temporary, try FileWriter(temporary, .new))
        } catch {
            // Another process took the new file for an abandoned one before it was locked, and removes it.
            if error.isBusy, attempts > 1 { return try newFile(besides: path, attempts: attempts - 1) }
            throw error
        }
    }

    /// Deletes the file; succeeds if there is none. Follows links, but doesn't delete them.
    package func remove() throws(Failure) {
        try check()
        let path = target
        Self.removeAbandoned(besides: path)
        if unlink(path) != 0, errno != ENOENT { throw Failure(reason: FileSystem.reason) }
    }

    /// Locks a second file next to this one until the result is released or the process ends. The second file is never replaced. Returns
    /// nil if it is already locked.
    package func lock() throws(Failure) -> FileWriter? {
        try check()
        do throws(Failure) {
            return try FileWriter(lockPath, .shared)
        } catch {
            if error.isBusy { return nil }
            throw error
        }
    }

    /// Like ``lock()``, but waits while the lock is taken. Throws a failure with ``FileWriter/Failure/isBusy`` after waiting for `limit`.
    /// The wait starts again whenever the file is replaced, because the process that replaced it also releases the lock. The wait also ends
    /// if the task is cancelled.
    package func lock(within limit: Duration) async throws -> FileWriter {
        var (seen, end) = (version, ContinuousClock.now + limit)
        var pause = 1
        while true {
            if let lock = try lock() { return lock }
            let current = version
            if current != seen { (seen, end) = (current, ContinuousClock.now + limit) }
            if ContinuousClock.now >= end { throw Failure(reason: "it is in use", isBusy: true) }
            // Waiting for the lock in a system call would block a thread, and couldn't be cancelled.
            try await Task.sleep(for: .milliseconds(pause))
            pause = min(pause * 2, 20)
        }
    }

    /// Removes the temporary files of writers that were killed. A writer locks its file. Where files can't be locked, a file is abandoned after
    /// ten minutes, because no write takes that long.
    private static func removeAbandoned(besides target: String) {
        let folder = FileSystem.folder(of: target)
        let start = target.split(separator: "/").last.map { "\($0)." } ?? ""
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(start) && name.hasSuffix(".new") {
            let middle = Substring(name.trimmingPrefix(start).utf8.dropLast(".new".utf8.count))
            guard (1...13).contains(middle.utf8.count), UInt64(middle, radix: 36) != nil else { continue }
            let path = folder + "/" + name
            // However new it is: its time has whole seconds.
            guard FileSystem.isOwnFile(path, olderThan: -1) else { continue }
            let lock = try? FileWriter(path, .shared)
            // Its writer, if it has one, must not lock the file before it is removed.
            withExtendedLifetime(lock) {
                if lock != nil || FileSystem.isOwnFile(path, olderThan: 600) { FileSystem.removeFile(path) }
            }
        }
    }

    /// Makes sure that the folder is searched only once, because it may be large.
    private final class Cleaning: Sendable {
        private let isDone = Mutex(false)

        func once(_ clean: () -> Void) {
            let isFirst = isDone.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
            if isFirst { clean() }
        }
    }

    private func check() throws(Failure) {
        // C reads a path only up to its first NUL, so such a path would name another file.
        guard url.isFileURL, !path.isEmpty, !path.utf8.contains(0) else { throw Failure(reason: "its URL is not the URL of a file") }
    }
}
