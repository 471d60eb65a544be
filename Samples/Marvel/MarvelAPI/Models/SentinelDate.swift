public import EndpointKit

/// A date in any form that `ISO8601.date(from:)` reads. The service writes "no date" as an impossible date.
///
///     @SentinelDate var modified: Date?
///
/// It is nil for a missing key, null, an empty string, and a year outside 1 to 9999 in UTC: some databases store `0000-00-00 00:00:00` in
/// place of null, which a calendar may turn into `-0001-11-30T00:00:00-0500`. Any other text that isn't a date is an error.
@propertyWrapper
public struct SentinelDate: Hashable, Sendable {
    /// The date; nil if there is none.
    public var wrappedValue: Date?

    /// Creates a value with this date; nil if there is none.
    public init(wrappedValue: Date?) { self.wrappedValue = wrappedValue }
}

extension SentinelDate: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = container.decodeNil() ? "" : try container.decode(String.self)
        if text.isEmpty {
            wrappedValue = nil
        } else if let date = ISO8601.date(from: text) {
            wrappedValue = date < Self.start ? nil : date
        } else if Self.isOutside(text) {
            wrappedValue = nil
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Expected a date, found \(text.debugDescription).")
        }
    }
}

extension SentinelDate {
    /// The start of the year 1 in UTC.
    private static let start = Date(timeIntervalSince1970: -62_135_596_800)

    /// Whether a text that isn't a date has the form of one with a year that is zero or negative, or 9999, in which case its offset leads
    /// beyond that year. Its month and day may be zero too.
    private static func isOutside(_ text: String) -> Bool {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, isNegative || ["0000", "9999"].contains(parts[0]), UInt(parts[0]) != nil,
            let month = UInt(parts[1]), parts[1].utf8.count == 2, month <= 12, let day = UInt(parts[2].prefix(2)), day <= 31
        else { return false }
        return ISO8601.date(from: "2000-01-01" + parts[2].dropFirst(2)) != nil
    }
}

extension SentinelDate: Encodable {
    /// Encodes the date in UTC, as `ISO8601.format(_:)` writes it; a nil property is left out. Throws for a year outside 0 to 9999.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        guard let wrappedValue else { return try container.encodeNil() }
        guard let text = ISO8601.format(wrappedValue) else {
            // The error holds a number, because some dates can't be printed.
            throw EncodingError.invalidValue(
                wrappedValue.timeIntervalSince1970,
                .init(codingPath: encoder.codingPath, debugDescription: "The date is outside the years 0 to 9999."))
        }
        try container.encode(text)
    }
}

extension KeyedEncodingContainer {
    /// Called by a synthesized `encode(to:)`, which would otherwise write null.
    public mutating func encode(_ value: SentinelDate, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Called by a synthesized `init(from:)`, which would otherwise require the key.
    public func decode(_ type: SentinelDate.Type, forKey key: Key) throws -> SentinelDate {
        try decodeIfPresent(type, forKey: key) ?? SentinelDate(wrappedValue: nil)
    }
}
