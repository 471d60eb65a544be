/// A set of texts that the server may extend: the known ones are statics, and an unknown one keeps its text.
///
///     struct ComicFormat: OpenEnum {
///         let rawValue: String
///         static let hardcover: Self = "hardcover"
///     }
///
/// It decodes from any text, compares by that text, and can be a value in a ``Query``. Use an `enum: String` for a set that the caller
/// owns, such as the sort orders of a list.
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, QueryValue, ExpressibleByStringLiteral, CustomStringConvertible
where RawValue == String, StringLiteralType == String {
    /// Takes any text, known or not.
    init(rawValue: String)
}

extension OpenEnum {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    public var description: String { rawValue }
}

/// Text from a service that sometimes sends a number instead: `"0785110283"`, but also `785110283`.
///
///     @TextOrNumber var isbn: String?
///
/// A number becomes its shortest text, and a whole number has no fraction. A missing key or null is nil; anything else is an error.
@propertyWrapper
public struct TextOrNumber: Hashable, Sendable {
    /// The text; nil for none.
    public var wrappedValue: String?

    /// Takes the text; nil for none.
    public init(wrappedValue: String?) { self.wrappedValue = wrappedValue }
}

extension TextOrNumber: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            wrappedValue = nil
        } else if let text = try? container.decode(String.self) {
            wrappedValue = text
        } else if let number = try? container.decode(Int64.self) {
            wrappedValue = String(number)
        } else if let number = try? container.decode(Double.self) {
            wrappedValue = String(number)
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Expected text or a number, found neither.")
        }
    }
}

extension TextOrNumber: Encodable {
    /// Encodes text, also where a number was decoded; as a property, nil is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Chosen by the compiler's own `encode(to:)`, which would otherwise write null.
    public mutating func encode(_ value: TextOrNumber, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Chosen by the compiler's own `init(from:)`, for which a wrapped property would otherwise be required.
    public func decode(_ type: TextOrNumber.Type, forKey key: Key) throws -> TextOrNumber {
        try decodeIfPresent(type, forKey: key) ?? TextOrNumber(wrappedValue: nil)
    }
}

/// A date in any form that ``ISO8601/date(from:)`` reads, from a service that writes "no date" as an impossible one.
///
///     @SentinelDate var modified: Date?
///
/// It is nil for a missing key, null, an empty text, and a year before 1: some databases store `0000-00-00 00:00:00` in place of null,
/// which a calendar may turn into `-0001-11-30T00:00:00-0500`. Any other text that isn't a date is an error.
@propertyWrapper
public struct SentinelDate: Hashable, Sendable {
    /// The date; nil for none.
    public var wrappedValue: Date?

    /// Takes the date; nil for none.
    public init(wrappedValue: Date?) { self.wrappedValue = wrappedValue }
}

extension SentinelDate: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = container.decodeNil() ? "" : try container.decode(String.self)
        if text.isEmpty || text.hasPrefix("-") || text.hasPrefix("0000") {
            wrappedValue = nil
        } else if let date = ISO8601.date(from: text) {
            wrappedValue = date
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Expected a date, found \(text.debugDescription).")
        }
    }
}

extension SentinelDate: Encodable {
    /// Encodes the date in UTC, as ``ISO8601/format(_:)`` writes it; as a property, nil is left out. Throws for a year outside 0 to 9999.
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
    /// Chosen by the compiler's own `encode(to:)`, which would otherwise write null.
    public mutating func encode(_ value: SentinelDate, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Chosen by the compiler's own `init(from:)`, for which a wrapped property would otherwise be required.
    public func decode(_ type: SentinelDate.Type, forKey key: Key) throws -> SentinelDate {
        try decodeIfPresent(type, forKey: key) ?? SentinelDate(wrappedValue: nil)
    }
}
