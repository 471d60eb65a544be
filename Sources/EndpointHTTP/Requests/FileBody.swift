/// The bytes of a file, read as they are sent.
public struct FileBody: HTTPBody {
    /// The URL of a regular file, opened again for each attempt.
    public var url: URL
    /// The `Content-Type`. nil means the usual type for the file's extension, or `application/octet-stream` if the extension isn't a common
    /// one.
    public var contentType: String?

    /// Creates a body from a regular file, which is opened when the request is sent.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - contentType: nil to derive it from the file's extension.
    public init(_ url: URL, contentType: String? = nil) {
        self.url = url
        self.contentType = contentType
    }

    /// Throws if the file can't be opened, before the request is sent.
    public func entity() throws -> HTTPBodyEntity {
        _ = try FileReader(url)
        return HTTPBodyEntity(
            contentType: contentType ?? Self.contentTypes[url.pathExtension.lowercased()] ?? "application/octet-stream",
            content: .file(url))
    }

    private static let contentTypes = [
        "css": "text/css", "csv": "text/csv", "gif": "image/gif", "gz": "application/gzip", "heic": "image/heic", "htm": "text/html",
        "html": "text/html", "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
        "m4a": "audio/mp4", "md": "text/markdown", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
        "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml", "tar": "application/x-tar", "txt": "text/plain",
        "wav": "audio/wav", "webp": "image/webp", "xml": "application/xml", "zip": "application/zip",
    ]
}

extension HTTPBody where Self == FileBody {
    /// Sends the bytes of a file: `body: .file(photo)`.
    public static func file(_ url: URL, contentType: String? = nil) -> FileBody { FileBody(url, contentType: contentType) }
}

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Reads a file chunk by chunk, in the reader's task.
final class FileReader: HTTPBodyReader {
    private let name: String
    private let descriptor: Int32
    /// The file's length in bytes when it was opened.
    package let length: Int64

    /// Throws an ``APIError`` of code `bodyEncoding` unless the URL is that of a readable regular file.
    init(_ url: URL) throws(APIError) {
        let name = url.lastPathComponent
        let path = url.path(percentEncoded: false)
        // C reads a path only up to its first NUL, so such a path would name another file.
        guard url.isFileURL, !path.isEmpty, !path.utf8.contains(0) else {
            throw APIError(
                .bodyEncoding, "The body's URL \"\(Redaction.standard.redact(urlText: url.absoluteString))\" is not the URL of a file.")
        }
        // Without O_NONBLOCK, opening a named pipe without a writer would block.
        descriptor = DescriptorReserve.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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

    package func next() throws -> Data? {
        var chunk = Data(count: HTTPBodyChunks.size)
        let (count, failure) = chunk.withUnsafeMutableBytes { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                let failure = errno
                if count >= 0 || failure != EINTR { return (count, failure) }
            }
        }
        if count < 0 { throw APIError(.bodyEncoding, "The file \(name) can't be read: \(Self.reason(failure)).") }
        if count == 0 { return nil }
        return count == chunk.count ? chunk : chunk.prefix(count)
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
