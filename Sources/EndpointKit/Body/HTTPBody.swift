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
