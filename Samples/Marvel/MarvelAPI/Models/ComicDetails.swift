public import EndpointKit

/// The format of a comic, from an open set.
public struct ComicFormat: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `"Comic"` on the wire.
    public static let comic: Self = "Comic"
    /// `"Magazine"` on the wire.
    public static let magazine: Self = "Magazine"
    /// `"Trade Paperback"` on the wire.
    public static let tradePaperback: Self = "Trade Paperback"
    /// `"Hardcover"` on the wire.
    public static let hardcover: Self = "Hardcover"
    /// `"Digest"` on the wire.
    public static let digest: Self = "Digest"
    /// `"Graphic Novel"` on the wire.
    public static let graphicNovel: Self = "Graphic Novel"
    /// `"Digital Comic"` on the wire.
    public static let digitalComic: Self = "Digital Comic"
    /// `"Infinite Comic"` on the wire.
    public static let infiniteComic: Self = "Infinite Comic"
}

/// Text about a comic, such as the publisher's announcement to shops.
public struct TextObject: Codable, Hashable, Sendable {
    /// The kind, from an open set.
    public var type: TextType
    /// The language, as a code such as `en-us`.
    public var language: String
    /// The text, which may contain HTML.
    public var text: String
}

/// The kind of text, from an open set.
public struct TextType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `"issue_solicit_text"` on the wire.
    public static let issueSolicitText: Self = "issue_solicit_text"
    /// `"issue_preview_text"` on the wire.
    public static let issuePreviewText: Self = "issue_preview_text"
}

/// A date of a comic, with its kind.
public struct ComicDate: Codable, Hashable, Sendable {
    /// The kind, from an open set.
    public var type: DateType
    /// The date; nil if it is unknown.
    @SentinelDate public var date: Date?
}

/// The kind of date, from an open set.
public struct DateType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first day of sale.
    public static let onSale: Self = "onsaleDate"
    /// The last day on which a shop could change its order.
    public static let finalOrderCutoff: Self = "focDate"
    /// The first day in the digital subscription.
    public static let unlimited: Self = "unlimitedDate"
    /// The digital edition.
    public static let digitalPurchase: Self = "digitalPurchaseDate"
}

/// A price of a comic, with its kind.
public struct ComicPrice: Codable, Hashable, Sendable {
    /// The kind, from an open set.
    public var type: PriceType
    /// The price in US dollars.
    public var price: Double
}

/// The kind of price, from an open set.
public struct PriceType: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `"printPrice"` on the wire.
    public static let print: Self = "printPrice"
    /// The digital edition.
    public static let digitalPurchase: Self = "digitalPurchasePrice"
}
