package import EndpointKit

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The destination that a path in an option such as `-o` names. Only a regular file is ever replaced; data for a device, a pipe or an open
/// stream is written into it.
package struct OutputFile: Equatable {
    enum Place: Equatable {
        /// `-`.
        case standardOutput
        /// An open stream of this process: `/dev/stdout`, or what a shell puts in place of `>(command)`.
        case stream(Int32)
        /// Something that is neither a regular file nor a directory.
        case device(String)
        /// An existing or new regular file. The path contains no symbolic links.
        case file(String)
    }

    package let path: String
    let place: Place

    /// Follows symbolic links, even to a file that doesn't exist yet. Throws a ``Failure`` if the destination can't be written: a
    /// directory, a stream that isn't open, a device that accepts nothing, such as `/dev/full`, a path without permission, or a file that
    /// is write-protected or belongs to another user.
    package init(_ path: String) throws {
        self.path = path
        place = try path == "-" ? .standardOutput : Self.place(of: path)
        guard let reason = place.problem else { return }
        throw Self.failure(path, reason)
    }

    /// Whether it is the standard output, under any name.
    package var isStandardOutput: Bool { place == .standardOutput || place == .stream(1) }

    /// Whether two paths lead to the same file, even through a link.
    package static func areSame(_ one: String, _ other: String) -> Bool {
        guard let place = try? Self.place(of: one) else { return false }
        return (try? Self.place(of: other)) == place || other == "-" && isStandardOutput(one)
    }

    /// Whether a path leads to the regular file to which the standard output goes.
    package static func isStandardOutput(_ path: String) -> Bool {
        var (file, output) = (stat(), stat())
        guard stat(path, &file) == 0, fstat(1, &output) == 0, output.st_mode & S_IFMT == S_IFREG else { return false }
        return file.st_dev == output.st_dev && file.st_ino == output.st_ino
    }

    /// Replaces a regular file atomically with a file that has the same permissions, except for setuid and setgid bits. Anything that isn't
    /// a regular file is written in place. Throws ``BrokenPipe`` if the reader has closed a stream.
    package func write(_ data: Data, console: Console) throws {
        switch place {
        case .standardOutput: try console.write(data)
        case .stream(let stream): try System.write(data, to: stream, named: path)
        case .device(let device):
            let stream = open(device, O_WRONLY | O_NOCTTY | O_CLOEXEC)
            guard stream >= 0 else { throw Self.failure(path, System.text(of: errno)) }
            defer { close(stream) }
            try System.write(data, to: stream, named: path)
        case .file(let file):
            var earlier = stat()
            let isReplaced = stat(file, &earlier) == 0
            do { try data.write(to: URL(filePath: file, directoryHint: .notDirectory), options: .atomic) } catch {
                throw Self.failure(path, error.reason)
            }
            if isReplaced { chmod(file, earlier.st_mode & 0o777) }
        }
    }

    /// The number of links that Linux follows.
    private static let maxLinks = 40

    private static func place(of path: String) throws -> Place {
        var file = path
        for links in 0...maxLinks {
            let slash = file.lastIndex(of: "/")
            let name = slash.map { String(file[$0...].trimmingPrefix("/")) } ?? file
            guard let folder = realPath(of: slash.map { String(file.through($0)) } ?? ".") else {
                throw failure(path, System.text(of: errno))
            }
            if let stream = Int32(name), streams.contains(folder) { return .stream(stream) }
            file = folder == "/" ? "/" + name : "\(folder)/\(name)"

            var status = stat()
            guard lstat(file, &status) == 0 else {
                guard errno == ENOENT else { throw failure(path, System.text(of: errno)) }
                // The text of some links in /proc isn't a path, but the system can follow them.
                return links > 0 && stat(path, &status) == 0 ? .device(path) : .file(file)
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return .file(file)
            case S_IFDIR: throw failure(path, System.text(of: EISDIR))
            case S_IFLNK:
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file) else {
                    throw failure(path, "the link \(file) can't be read")
                }
                file = target.hasPrefix("/") ? target : "\(folder)/\(target)"
            default: return .device(file)
            }
        }
        throw failure(path, System.text(of: ELOOP))
    }

    /// The folders whose entries are this process's open streams.
    private static var streams: [String] { ["/dev/fd", "/proc/self/fd"].compactMap(realPath) }

    private static func realPath(of path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func failure(_ path: String, _ reason: String) -> Failure {
        Failure(.file, "\(path == "-" ? "The standard output" : path) could not be written: \(reason).")
    }
}

extension OutputFile.Place {
    /// Why the destination can't be written; nil if that isn't known.
    fileprivate var problem: String? {
        switch self {
        case .standardOutput: return Self.refusal(of: 1)
        case .stream(let stream):
            let flags = fcntl(stream, F_GETFL)
            return flags < 0 || flags & O_ACCMODE == O_RDONLY ? System.text(of: EBADF) : Self.refusal(of: stream)
        case .device(let device):
            guard access(device, W_OK) == 0 else { return System.text(of: errno) }
            var status = stat()
            // A pipe must not be opened, because its reader would mistake the close for the end of the data.
            guard stat(device, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
            let stream = open(device, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
            guard stream >= 0 else { return System.text(of: errno) }
            defer { close(stream) }
            return Self.refusal(of: stream)
        // The file is replaced by another file in its folder, which needs no permission on the file itself.
        case .file(let file):
            var status = stat()
            if stat(file, &status) == 0 {
                if status.st_uid != geteuid() { return "it belongs to another user" }
                if status.st_mode & S_IWUSR == 0 { return "it is write-protected" }
            }
            let folder = String(file[...(file.lastIndex(of: "/") ?? file.startIndex)])
            return access(folder, W_OK) == 0 ? nil : System.text(of: errno)
        }
    }

    /// Why a character device accepts nothing; it reports that even for a write of zero bytes. nil for any other file, or if the device
    /// accepts bytes.
    private static func refusal(of stream: Int32) -> String? {
        var status = stat()
        guard fstat(stream, &status) == 0, status.st_mode & S_IFMT == S_IFCHR, write(stream, "", 0) < 0, errno != EAGAIN else { return nil }
        return System.text(of: errno)
    }
}

extension Error {
    /// The system's message if the error has one.
    fileprivate var reason: String {
        guard let error = self as? CocoaError else { return "\(self)" }
        if let underlying = error.underlying as? POSIXError { return System.text(of: underlying.code.rawValue) }
        return switch error.code {
        case .fileNoSuchFile: "its directory does not exist"
        case .fileWriteNoPermission: "permission denied"
        case .fileWriteOutOfSpace: "the disk is full"
        default: "error \(error.code.rawValue)"
        }
    }
}
