public import EndpointKit

public struct ComicFormat: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let comic: Self = "Comic"
    public static let magazine: Self = "Magazine"
    public static let tradePaperback: Self = "Trade Paperback"
    public static let hardcover: Self = "Hardcover"
    public static let digest: Self = "Digest"
    public static let graphicNovel: Self = "Graphic Novel"
    public static let digitalComic: Self = "Digital Comic"
    public static let infiniteComic: Self = "Infinite Comic"
}

/// A text about a comic, such as the publisher's announcement to shops.
public struct TextObject: Decodable, Hashable, Sendable {
    public var type: TextType
    public var language: String
    /// The text, which may contain HTML.
    public var text: String
}

public struct TextType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let issueSolicitText: Self = "issue_solicit_text"
    public static let issuePreviewText: Self = "issue_preview_text"
}

public struct ComicDate: Decodable, Hashable, Sendable {
    public var type: DateType
    @SentinelDate public var date: Date?
}

public struct DateType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let onSale: Self = "onsaleDate"
    /// The last day a shop could change its order.
    public static let finalOrderCutoff: Self = "focDate"
    public static let unlimited: Self = "unlimitedDate"
    public static let digitalPurchase: Self = "digitalPurchaseDate"
}

public struct ComicPrice: Decodable, Hashable, Sendable {
    public var type: PriceType
    /// The price in US dollars.
    public var price: Double
}

public struct PriceType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let print: Self = "printPrice"
    public static let digitalPurchase: Self = "digitalPurchasePrice"
}
