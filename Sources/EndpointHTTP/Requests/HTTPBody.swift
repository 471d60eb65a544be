/// The body of a request.
public protocol HTTPBody: Sendable {
    /// Returns the bytes and their content type, or ``HTTPBodyEntity/none`` for a request without a body. It is called only once for each
    /// API call, so that every attempt sends the same bytes. An error thrown here ends the call with ``APIError/Code/bodyEncoding``.
    func entity() throws -> HTTPBodyEntity

    /// Like ``entity()``, for a client with this convention. The default implementation calls ``entity()``. A body that contains another
    /// body, or encodes a value, passes the convention on.
    func entity(by convention: JSONConvention) throws -> HTTPBodyEntity
}

extension HTTPBody {
    public func entity(by convention: JSONConvention) throws -> HTTPBodyEntity { try entity() }
}

extension Data: HTTPBody {
    /// The bytes unchanged, as `application/octet-stream`.
    public func entity() -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: "application/octet-stream", content: .data(self))
    }
}

extension HTTPBodyEntity: HTTPBody {
    /// The entity itself.
    public func entity() -> HTTPBodyEntity { self }
}

extension HTTPBody where Self == HTTPBodyEntity {
    /// Sends bytes: `body: .data(png, contentType: "image/png")`.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: contentType, content: .data(data))
    }
}

/// A body ready to be sent.
public struct HTTPBodyEntity: Sendable {
    /// The source of a body's bytes.
    public enum Content: Sendable {
        /// Bytes in memory.
        case data(Data)
        /// A regular file, which is read again for each attempt.
        case file(URL)
        /// The chunks of an asynchronous sequence, read as they are sent.
        case stream(HTTPBodyStream)
    }
    /// The `Content-Type` field, unless the request has one; nil if there is none.
    public var contentType: String?
    /// The content codings of the bytes, in the order in which they were applied, for the `Content-Encoding` field (RFC 9110, section 8.4):
    /// `gzip`. nil means none.
    public var contentEncoding: String?
    /// Setting it also sets ``length``.
    public var content: Content { didSet { length = content.length } }
    /// The length in bytes, if known. A file's length is read when the file becomes the content; sending fails if the length has changed
    /// since.
    public private(set) var length: Int64?

    /// Creates a body; its length is that of the content, if known.
    ///
    /// - Parameters:
    ///   - contentType: nil for a body without a `Content-Type`.
    ///   - content: the bytes, or their source.
    public init(contentType: String?, content: Content) {
        self.contentType = contentType
        self.content = content
        length = content.length
    }

    /// Means that there is no body, for example for a ``JSONBody`` whose optional value is nil. The request is sent without a body.
    public static let none: HTTPBodyEntity = {
        var none = HTTPBodyEntity(contentType: nil, content: .data(Data()))
        none.isNone = true
        return none
    }()

    /// Whether the entity is ``none``.
    package private(set) var isNone = false

    /// The body with its bytes in one more content coding.
    init(coding plain: HTTPBodyEntity, as coding: String, content: Content) {
        self = plain
        contentEncoding = [plain.contentEncoding, coding].compactMap(\.self).joined(separator: ", ")
        self.content = content
        // An initializer doesn't call property observers.
        length = content.length
        plainBody = plain.plainBody ?? Shared(plain)
    }

    /// The same body with its bytes from another source.
    package func with(_ content: Content) -> HTTPBodyEntity {
        var copy = self
        copy.content = content
        return copy
    }

    // The body before compression, by reference.
    private var plainBody: Shared?

    /// The content before compression, in which the secrets of a body can be found.
    var plainContent: Content { plainBody?.entity.content ?? content }

    /// A reference to an entity, because the entity itself would make a request too large.
    package final class Shared: Sendable {
        package let entity: HTTPBodyEntity

        package init(_ entity: HTTPBodyEntity) { self.entity = entity }
    }

    /// Whether a retry or a redirect can send the body again.
    public var isReplayable: Bool {
        if case .stream(let stream) = content { stream.isReplayable } else { true }
    }

    /// Whether the body can be read without waiting.
    package var isInMemory: Bool { if case .data = content { true } else { false } }

    /// Whether the body was sent and can't be sent again, so that ``chunks()`` would throw.
    public var isSpent: Bool {
        if case .stream(let stream) = content { stream.isSpent() } else { false }
    }

    /// The bytes from the start, for one attempt. Throws an ``APIError`` of code `bodyEncoding` for a stream that can't be read again.
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
        // If the file can't be opened, reading it throws later.
        case .file(let url): try? FileReader(url).length
        case .stream(let stream): stream.length
        }
    }
}

extension HTTPBodyEntity.Content {
    /// Joins bodies in order: in memory if all of them are in memory, otherwise as a stream.
    package static func joined(_ entities: [HTTPBodyEntity]) -> Self {
        var whole = Data()
        for case .data(let data) in entities.map(\.content) { whole.append(data) }
        return entities.allSatisfy(\.isInMemory) ? .data(whole) : .stream(stream(of: entities))
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
