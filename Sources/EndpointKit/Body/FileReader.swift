#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Reads a file piece by piece, in the task that asks for them.
final class FileReader: HTTPBodyReader {
    private let name: String
    private let descriptor: Int32
    /// In bytes, when it was opened.
    let length: Int64

    /// Throws an ``APIError`` of code `bodyEncoding` for anything but a regular file that may be read.
    init(_ url: URL) throws(APIError) {
        let name = url.lastPathComponent
        let path = url.path(percentEncoded: false)
        // C would take the path up to a zero, and so another file.
        guard url.isFileURL, !path.isEmpty, !path.utf8.contains(0) else {
            throw APIError(
                .bodyEncoding, "The body's URL \"\(Redaction.standard.redact(urlText: url.absoluteString))\" is not that of a file.")
        }
        // A named pipe that nobody writes to would be waited for.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw APIError(.bodyEncoding, "The file \(name) can't be opened: \(Self.reason(errno)).") }
        self.name = name
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        length = isKnown ? Int64(status.st_size) : 0
        guard isKnown, status.st_mode & S_IFMT == S_IFREG else {
            throw APIError(.bodyEncoding, "The body's file \(name) is not a regular file.")
        }
    }

    deinit { close(descriptor) }

    func next() throws -> Data? {
        var piece = Data(count: HTTPBodyChunks.size)
        let (count, failure) = piece.withUnsafeMutableBytes { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                let failure = errno
                if count >= 0 || failure != EINTR { return (count, failure) }
            }
        }
        if count < 0 { throw APIError(.bodyEncoding, "The file \(name) can't be read: \(Self.reason(failure)).") }
        if count == 0 { return nil }
        return count == piece.count ? piece : piece.prefix(count)
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
