#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// An open file that is written from its start or its end; only its owner may read it.
package final class FileWriter {
    package enum Mode {
        /// Throws if the file exists. Locks the file if its file system can: throws a failure with ``Failure/isBusy`` if another process has
        /// locked or removed it since it was created.
        case new
        /// Keeps the file's content, and locks the file: throws if another writer has it open in this mode.
        case shared
        /// Appends to the file, after anything that other processes have written.
        case appended
    }
    private let path: String
    private let descriptor: Int32

    package struct Failure: Error {
        package let reason: String
        /// Whether the file doesn't exist.
        package var isAbsent = false
        /// Whether another writer has the file open.
        package var isBusy = false
        /// Whether the file has more bytes than its reader accepts.
        package var isTooLarge = false

        package init(reason: String, isAbsent: Bool = false, isBusy: Bool = false, isTooLarge: Bool = false) {
            self.reason = reason
            self.isAbsent = isAbsent
            self.isBusy = isBusy
            self.isTooLarge = isTooLarge
        }
    }

    package init(_ path: String, _ mode: Mode) throws(Failure) {
        self.path = path
        // Without O_NONBLOCK, opening a named pipe would wait for a reader.
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let more =
            switch mode {
            case .new: O_EXCL
            case .shared: 0 as Int32
            case .appended: O_APPEND
            }
        descriptor = DescriptorReserve.open(path, flags | more, mode: 0o600)
        if descriptor < 0 { throw Failure(reason: FileSystem.reason) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "it is not a regular file") }
        if mode == .shared {
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
            guard isLocked || errno == EWOULDBLOCK else { throw Failure(reason: FileSystem.reason) }
            // Between opening and locking, another writer may have moved the file away as its finished download.
            guard isLocked, isAtItsPath else { throw Failure(reason: "it is in use", isBusy: true) }
        }
        if mode == .new {
            let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            if isTaken || !isAtItsPath { throw Failure(reason: "it is in use", isBusy: true) }
        }
    }

    deinit {
        if descriptor < 0 { return }
        // Closing alone doesn't unlock the file while a forked process holds a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private var isAtItsPath: Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && lstat(path, &named) == 0 && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }

    /// Moves to the end, and returns its offset in bytes.
    package func seekToEnd() -> Int64 { max(0, Int64(lseek(descriptor, 0, SEEK_END))) }

    package func truncate() throws(Failure) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw Failure(reason: FileSystem.reason) }
    }

    /// Returns after the bytes are on the disk.
    package func synchronize() throws(Failure) {
        if fsync(descriptor) != 0 { throw Failure(reason: FileSystem.reason) }
    }

    package func write(_ data: Data) throws(Failure) {
        let isWritten = data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = writeSome(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        if !isWritten { throw Failure(reason: FileSystem.reason) }
    }
}

// Defined outside the class, whose `write` method hides the system call of that name.
private func writeSome(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int { write(descriptor, bytes.baseAddress, bytes.count) }
