#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// System calls on paths, and the reason for a failure as text.
package enum FileSystem {
    /// The reason for the last failure, from `errno`.
    package static var reason: String { errno == EMFILE ? DescriptorReserve.reason : String(cString: strerror(errno)) }

    package enum Kind {
        case directory(isPrivate: Bool)
        case file
        /// Reported only if links aren't followed.
        case link
        /// A device, a pipe or a socket.
        case special
    }

    /// nil if nothing exists at the path. Follows a symbolic link unless `followingLinks` is false.
    package static func kind(of path: String, followingLinks: Bool = true) -> Kind? {
        var status = stat()
        guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .directory(isPrivate: status.st_uid == geteuid() && status.st_mode & 0o077 == 0)
        case S_IFREG: return .file
        case S_IFLNK: return .link
        default: return .special
        }
    }

    /// Whether the path is a directory that belongs to this process's user, and that nobody else can write to.
    package static func isOwnDirectory(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    }

    /// Whether nothing exists at the path. False if that can't be determined, for example without permission for the directory. Also false
    /// if any part of the path is a link with a missing target.
    package static func isAbsent(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) != 0, errno == ENOENT || errno == ENOTDIR else { return false }
        guard path.contains("/") else { return true }
        let folder = folder(of: path)
        return stat(folder, &status) == 0 || isAbsent(folder)
    }

    /// The access that every user of the machine has to the file: "read", "write" or "read and write". nil if there is none, and for
    /// anything that isn't a regular file.
    package static func exposure(of path: String) -> String? {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? exposure(status) : nil
    }

    static func exposure(_ status: stat) -> String? {
        switch (status.st_mode & S_IROTH != 0, status.st_mode & S_IWOTH != 0) {
        case (true, true): "read and write"
        case (true, false): "read"
        case (false, true): "write"
        case (false, false): nil
        }
    }

    /// The path with its links resolved, so that all paths to a file give the same result; nil if the file doesn't exist.
    package static func canonicalPath(_ path: String) -> String? {
        guard let name = realpath(path, nil) else { return nil }
        defer { free(name) }
        return String(cString: name)
    }

    /// The target of a path that may be a link, even if the target doesn't exist yet. nil if the links form a cycle.
    package static func destination(of path: String) -> String? {
        var path = path
        for _ in 0..<40 {
            if let name = canonicalPath(path) { return name }
            guard let next = link(at: path) else { return path }
            path = next.hasPrefix("/") ? next : folder(of: path) + "/" + next
        }
        return nil
    }

    private static func link(at path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Whether the path is a regular file that belongs to this process's user, and was last written more than `seconds` ago.
    static func isOwnFile(_ path: String, olderThan seconds: Int) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { return false }
        #if canImport(Darwin)
            let written = status.st_mtimespec.tv_sec
        #else
            let written = status.st_mtim.tv_sec
        #endif
        return time(nil) - written > seconds
    }

    /// A value that changes when a file is replaced or written.
    package struct Version: Hashable, Sendable {
        let device, inode: Int64
        /// In bytes.
        package let size: Int64
        /// When the file last changed, in seconds since 1970.
        package let seconds: Int64
        let nanoseconds: Int64

        package func isOlder(than other: Version) -> Bool { (seconds, nanoseconds) < (other.seconds, other.nanoseconds) }

        /// Whether both are versions of the same file, which may have been renamed.
        package func isOfSameFile(as other: Version) -> Bool { (device, inode) == (other.device, other.inode) }
    }

    /// At most `count` bytes from the start of a regular file, and the file's size; nil if there is no such file. Links aren't followed.
    package static func start(of path: String, count: Int) -> (bytes: [UInt8], size: Int64)? {
        let descriptor = DescriptorReserve.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        if descriptor < 0 { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, count) }
        return length < 0 ? nil : (Array(bytes.prefix(length)), Int64(status.st_size))
    }

    package static func version(of path: String) -> Version? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let change = status.st_ctimespec
        #else
            let change = status.st_ctim
        #endif
        return Version(
            device: Int64(truncatingIfNeeded: status.st_dev), inode: Int64(truncatingIfNeeded: status.st_ino),
            size: Int64(status.st_size), seconds: Int64(change.tv_sec), nanoseconds: Int64(change.tv_nsec))
    }

    package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Renames a file within its file system, and replaces any file with the new name. Returns after the new name is on the disk, unless
    /// `isSynchronized` is false.
    package static func move(_ source: String, to target: String, isSynchronized: Bool = true) -> Bool {
        guard rename(source, target) == 0 else { return false }
        if !isSynchronized { return true }
        // A failure is ignored, because not every file system can synchronize a folder, and the file is complete in any case.
        let descriptor = DescriptorReserve.open(folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
        return true
    }

    /// Renames a file without waiting for the disk. After a crash of the machine, the file may have either name, or contain bytes that were
    /// never written.
    package static func moveUnsynchronized(_ source: String, to target: String) -> Bool { rename(source, target) == 0 }

    /// Whether a process with this identifier is running.
    package static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

    /// The folder that contains the path's last component.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Gives a file the permissions of the regular file at `path`, if there is one. Its setuid and setgid bits aren't copied, because they
    /// weren't meant for other content.
    package static func copyPermissions(of path: String, to file: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { chmod(file, status.st_mode & 0o777) }
    }

    /// Returns whether a file existed and was removed.
    @discardableResult package static func removeFile(_ path: String) -> Bool { unlink(path) == 0 }
    package static func removeDirectory(_ path: String) { rmdir(path) }

    /// Creates a directory that only its owner can use. Returns true even if such a directory already exists.
    package static func makePrivateDirectory(_ path: String) -> Bool {
        if mkdir(path, 0o700) == 0 { return true }
        guard errno == EEXIST, case .directory(isPrivate: true) = kind(of: path, followingLinks: false) else { return false }
        return true
    }
}
