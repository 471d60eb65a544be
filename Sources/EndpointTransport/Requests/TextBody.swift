/// Text in UTF-8.
public struct TextBody: HTTPBody {
    public var text: String
    public var contentType: String

    public init(_ text: String, contentType: String = "text/plain; charset=utf-8") {
        self.text = text
        self.contentType = contentType
    }

    public func entity() -> HTTPBodyEntity { HTTPBodyEntity(contentType: contentType, content: .data(Data(text.utf8))) }
}

extension HTTPBody where Self == TextBody {
    /// `body: .text("Hello")`.
    public static func text(_ text: String) -> TextBody { TextBody(text) }

    /// An XML document as it is, in UTF-8, which counts for more than what its own declaration says (RFC 7303, section 3).
    public static func xml(_ document: String) -> TextBody { TextBody(document, contentType: "application/xml; charset=utf-8") }
}

extension HTTPBody where Self == HTTPBodyEntity {
    /// An XML document as it is; its declaration says in which encoding.
    public static func xml(_ document: Data) -> HTTPBodyEntity { .data(document, contentType: "application/xml") }
}
