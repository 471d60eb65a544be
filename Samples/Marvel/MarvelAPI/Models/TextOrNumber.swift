internal import EndpointKit

/// Text that the service sometimes sends as a number: `"0785110283"`, but also `785110283`.
///
///     @TextOrNumber var isbn: String?
///
/// A number keeps up to 38 digits, and a whole number gets no fraction. A missing key or null is nil; anything else is an error.
@propertyWrapper
public struct TextOrNumber: Hashable, Sendable {
    /// The text; nil if there is none.
    public var wrappedValue: String?

    /// Creates a value with this text; nil if there is none.
    public init(wrappedValue: String?) { self.wrappedValue = wrappedValue }
}

extension TextOrNumber: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            wrappedValue = nil
        } else if let text = try? container.decode(String.self) {
            wrappedValue = text
        } else if let number = try? container.decode(Decimal.self) {
            wrappedValue = number.description
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Expected text or a number, found neither.")
        }
    }
}

extension TextOrNumber: Encodable {
    /// Encodes text, even if a number was decoded; a nil property is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Called by a synthesized `encode(to:)`, which would otherwise write null.
    public mutating func encode(_ value: TextOrNumber, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Called by a synthesized `init(from:)`, which would otherwise require the key.
    public func decode(_ type: TextOrNumber.Type, forKey key: Key) throws -> TextOrNumber {
        try decodeIfPresent(type, forKey: key) ?? TextOrNumber(wrappedValue: nil)
    }
}
