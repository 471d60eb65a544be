/// What a request carries.
public protocol HTTPBody: Sendable {
    /// The bytes and what they are; asked for once a call, so every attempt sends the same. An error thrown here ends the call
    /// with ``APIError/Code/bodyEncoding``.
    func entity() throws -> HTTPBodyEntity
}

/// A body ready to be sent.
public struct HTTPBodyEntity: Sendable {
    public enum Content: Sendable {
        case data(Data)
    }
    /// The `Content-Type` field, unless the request has one.
    public var contentType: String?
    public var content: Content

    public init(contentType: String?, content: Content) {
        self.contentType = contentType
        self.content = content
    }

    /// In bytes.
    public var length: Int {
        switch content {
        case .data(let data): data.count
        }
    }
}

extension Data: HTTPBody {
    /// The bytes as they are, as `application/octet-stream`.
    public func entity() -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: "application/octet-stream", content: .data(self))
    }
}
