/// Text, sent in UTF-8.
public struct TextBody: HTTPBody {
    /// The text, which is sent unchanged, including its line endings.
    public var text: String
    /// The `Content-Type` field, unless the request has one. Its charset should be UTF-8.
    public var contentType: String

    /// Sends text, by default as `text/plain; charset=utf-8`.
    public init(_ text: String, contentType: String = "text/plain; charset=utf-8") {
        self.text = text
        self.contentType = contentType
    }

    public func entity() -> HTTPBodyEntity { HTTPBodyEntity(contentType: contentType, content: .data(Data(text.utf8))) }
}

extension HTTPBody where Self == TextBody {
    /// Sends text: `body: .text("Hello")`.
    public static func text(_ text: String) -> TextBody { TextBody(text) }

    /// Sends an XML document unchanged, in UTF-8. This charset overrides the document's own declaration (RFC 7303, section 3).
    public static func xml(_ document: String) -> TextBody { TextBody(document, contentType: "application/xml; charset=utf-8") }
}

extension HTTPBody where Self == HTTPBodyEntity {
    /// Sends an XML document unchanged, in the encoding that its declaration names.
    public static func xml(_ document: Data) -> HTTPBodyEntity { .data(document, contentType: "application/xml") }
}
