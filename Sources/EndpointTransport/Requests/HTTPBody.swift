/// What a request carries.
public protocol HTTPBody: Sendable {
    /// The bytes and what they are; asked for once a call, so every attempt sends the same. An error thrown here ends the call
    /// with ``APIError/Code/bodyEncoding``.
    func entity() throws -> HTTPBodyEntity
}

extension Data: HTTPBody {
    /// The bytes as they are, as `application/octet-stream`.
    public func entity() -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: "application/octet-stream", content: .data(self))
    }
}

extension HTTPBodyEntity: HTTPBody {
    public func entity() -> HTTPBodyEntity { self }
}

extension HTTPBody where Self == HTTPBodyEntity {
    /// `body: .data(png, contentType: "image/png")`.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: contentType, content: .data(data))
    }
}

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

    /// By reference.
    final class Shared: Sendable {
        let entity: HTTPBodyEntity

        init(_ entity: HTTPBodyEntity) { self.entity = entity }
    }

    /// Whether it can be sent again, as a retry or a redirect does.
    public var isReplayable: Bool {
        if case .stream(let stream) = content { stream.isReplayable } else { true }
    }

    /// Whether it was sent, and can't be again.
    package var isSpent: Bool {
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

extension HTTPBodyEntity.Content {
    /// One after the other: in memory if all of them are, else as a stream.
    package static func joined(_ entities: [HTTPBodyEntity]) -> Self {
        var whole = Data()
        for case .data(let data) in entities.map(\.content) { whole.append(data) }
        let isInMemory = entities.allSatisfy { if case .data = $0.content { true } else { false } }
        return isInMemory ? .data(whole) : .stream(stream(of: entities))
    }

    private static func stream(of entities: [HTTPBodyEntity]) -> HTTPBodyStream {
        var length: Int64? = 0
        for entity in entities {
            let sum = entity.length.flatMap { length?.addingReportingOverflow($0) }
            length = sum.flatMap { $0.overflow ? nil : $0.partialValue }
        }
        return HTTPBodyStream(
            length: length, isReplayable: entities.allSatisfy(\.isReplayable), isSpent: { entities.contains(where: \.isSpent) }
        ) {
            let parts = try entities.map { try $0.chunks() }
            return { JoinedReader(parts) }
        }
    }
}

private struct JoinedReader: HTTPBodyReader {
    private var waiting: ArraySlice<HTTPBodyChunks>
    private var current: HTTPBodyChunks.AsyncIterator?

    init(_ parts: [HTTPBodyChunks]) { waiting = parts[...] }

    mutating func next() async throws -> Data? {
        while true {
            if let chunk = try await current?.next() { return chunk }
            current = waiting.popFirst()?.makeAsyncIterator()
            if current == nil { return nil }
        }
    }
}
