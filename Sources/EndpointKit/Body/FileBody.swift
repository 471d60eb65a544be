/// The bytes of a file, read as they are sent.
public struct FileBody: HTTPBody {
    public var url: URL
    /// nil for what the file's extension says, as far as it is a common one; else `application/octet-stream`.
    public var contentType: String?

    public init(_ url: URL, contentType: String? = nil) {
        self.url = url
        self.contentType = contentType
    }

    /// Throws where the file can't be opened: nothing is sent then.
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
    /// `body: .file(photo)`.
    public static func file(_ url: URL, contentType: String? = nil) -> FileBody { FileBody(url, contentType: contentType) }
}
