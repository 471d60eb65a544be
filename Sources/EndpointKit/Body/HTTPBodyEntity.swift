/// A body ready to be sent.
public struct HTTPBodyEntity: Sendable {
    public enum Content: Sendable {
        case data(Data)
        /// A regular file, which is read anew for each attempt.
        case file(URL)
        case stream(HTTPBodyStream)
    }
    /// The `Content-Type` field, unless the request has one.
    public var contentType: String?
    public var content: Content { didSet { length = content.length } }
    /// In bytes, if known. A file's is that of the moment when it became the content: a file of another length isn't sent.
    public private(set) var length: Int64?

    public init(contentType: String?, content: Content) {
        self.contentType = contentType
        self.content = content
        length = content.length
    }

    /// Whether it can be sent again, as a retry or a redirect does.
    public var isReplayable: Bool {
        if case .stream(let stream) = content { stream.isReplayable } else { true }
    }

    /// Whether it was sent, and can't be again.
    var isSpent: Bool {
        if case .stream(let stream) = content { stream.isSpent() } else { false }
    }

    /// The bytes from the start, for one attempt. Throws an ``APIError`` of code `bodyEncoding` where they can't be had a second time.
    public func chunks() throws -> HTTPBodyChunks {
        switch content {
        case .data(let data):
            HTTPBodyChunks(source: "body", length: length) { DataReader(data) }
        case .file(let url):
            HTTPBodyChunks(source: "file \(url.lastPathComponent)", length: length) { try FileReader(url) }
        case .stream(let stream):
            HTTPBodyChunks(source: "body's stream", length: length, open: try stream.prepare())
        }
    }
}

extension HTTPBodyEntity.Content {
    fileprivate var length: Int64? {
        switch self {
        case .data(let data): Int64(data.count)
        // A file that can't be opened says so when it is read.
        case .file(let url): try? FileReader(url).length
        case .stream(let stream): stream.length
        }
    }
}
