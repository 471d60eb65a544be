/// How a service writes values: dates, keys, bytes, and numbers that JSON can't represent. A client uses one convention for both
/// directions, so that it writes values as it reads them. In every convention a UUID is written in lower case (RFC 9562, section 4), and
/// read in either case.
///
///     configuration.policies.json = JSONConvention(dates: .iso8601, keys: .snakeCase)
///
/// Set it with ``ClientPolicies/json``, or with `json` in a settings file. A convention applies to the JSON of requests and responses, of
/// errors, lists, lines and events, and to ``Query/init(encoding:by:)`` and ``FormBody/init(encoding:by:)``. An ``Endpoint`` may have its
/// own convention. A ``JSONBody`` with its own encoder uses that encoder instead, and a client with its own decoder uses that decoder.
public struct JSONConvention: Sendable {
    /// How a `Date` is written.
    public enum Dates: Sendable {
        /// The default of Foundation's coders: seconds since 2001 as a number. In a query, the same as ``iso8601``.
        case foundation
        /// A string in UTC, as ``ISO8601/format(_:)`` writes it: `2014-04-29T14:18:17Z`, `2014-04-29T14:18:17.123789Z`. Other forms that
        /// services use are read, too, such as `2014-04-29T14:18:17-0400` and `1992-06-10 00:00:00`.
        case iso8601
        /// A number of seconds since 1970. A fraction has as few digits as read back as the same date.
        case secondsSince1970
        /// A number of milliseconds since 1970. A fraction has as few digits as read back as the same date.
        case millisecondsSince1970
        /// Written and read by your own functions.
        case custom(
            encode: @Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void,
            decode: @Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// How the keys of a type are written. The keys of a dictionary are data, and stay unchanged.
    public enum Keys: Sendable {
        /// The names in the type.
        case unchanged
        /// `firstName` as `first_name`, converted as in `JSONEncoder`. Every written key can be read again, including `imageURL` from
        /// `image_url`.
        case snakeCase
    }

    /// How `Data` is written.
    public enum Bytes: Sendable {
        /// Base64 (RFC 4648, section 4).
        case base64
        /// Base64 for URLs (RFC 4648, section 5), without padding. It is also read with padding.
        case base64URL
        /// An array of numbers.
        case numbers
    }

    /// How numbers that aren't finite are written.
    public enum Floats: Sendable {
        /// Such numbers are errors, and so are strings in their place.
        case refused
        /// Written as these strings.
        case texts(infinity: String = "Infinity", negativeInfinity: String = "-Infinity", notANumber: String = "NaN")
    }

    /// How a response whose value is a `String` is read.
    public enum Strings: Sendable {
        /// The text of the body, whatever its type.
        case text
        /// If the `Content-Type` is JSON, the JSON string in the body, without its quotes and escapes; otherwise the text of the body. A
        /// call's `string(_:)` always returns the text.
        case json
    }

    private struct Parts {
        var dates = Dates.foundation
        var keys = Keys.unchanged
        var data = Bytes.base64
        var floats = Floats.refused
        var strings = Strings.text
        var query = QueryStyle()
    }

    // Stored by reference, because endpoints return an optional convention for each call, and it is usually nil.
    private final class Storage: Sendable {
        let parts: Parts
        let rules: JSONDecodingRules

        init(_ parts: Parts) {
            self.parts = parts
            rules = JSONDecodingRules(dates: parts.dates, keys: parts.keys, data: parts.data, floats: parts.floats)
        }
    }

    private var storage: Storage
    private var parts: Parts {
        get { storage.parts }
        set { storage = Storage(newValue) }
    }

    /// Creates a convention; by default that of Foundation's coders.
    ///
    /// - Parameters:
    ///   - dates: how a `Date` is written.
    ///   - keys: how the keys of types are written.
    ///   - data: how `Data` is written.
    ///   - floats: how infinite numbers and NaN are written.
    ///   - strings: how a response whose value is a `String` is read.
    ///   - query: how a query or a form writes arrays, objects, nil and booleans.
    public init(
        dates: Dates = .foundation, keys: Keys = .unchanged, data: Bytes = .base64, floats: Floats = .refused,
        strings: Strings = .text, query: QueryStyle = QueryStyle()
    ) {
        storage = Storage(Parts(dates: dates, keys: keys, data: data, floats: floats, strings: strings, query: query))
    }

    /// The convention of Foundation's coders.
    public static let standard = JSONConvention()

    /// How a `Date` is written.
    public var dates: Dates {
        get { parts.dates }
        set { parts.dates = newValue }
    }
    /// How the keys of types are written.
    public var keys: Keys {
        get { parts.keys }
        set { parts.keys = newValue }
    }
    /// How `Data` is written.
    public var data: Bytes {
        get { parts.data }
        set { parts.data = newValue }
    }
    /// How infinite numbers and NaN are written.
    public var floats: Floats {
        get { parts.floats }
        set { parts.floats = newValue }
    }
    /// How a response whose value is a `String` is read.
    public var strings: Strings {
        get { parts.strings }
        set { parts.strings = newValue }
    }
    /// How a query or a form writes arrays, objects, nil and booleans.
    public var query: QueryStyle {
        get { parts.query }
        set { parts.query = newValue }
    }

    package var rules: JSONDecodingRules { storage.rules }
    package var isStandard: Bool { storage === Self.standard.storage }
}

extension JSONConvention {
    /// A new encoder. It sorts keys, so that equal values become equal bytes, and doesn't escape slashes.
    ///
    /// Unlike a plain `JSONEncoder`, it writes a UUID in lower case (RFC 9562, section 4), and leaves the keys of a ``JSON`` value
    /// unchanged.
    public func encoder() -> JSONEncoder {
        let encoder = ConventionEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        switch dates {
        case .foundation: break
        case .secondsSince1970: encoder.dateEncodingStrategy = .custom { try $0.number(in: 1).encode(to: $1) }
        case .millisecondsSince1970: encoder.dateEncodingStrategy = .custom { try $0.number(in: 1000).encode(to: $1) }
        case .custom(let encode, _): encoder.dateEncodingStrategy = .custom { try encode($0, $1) }
        case .iso8601:
            encoder.dateEncodingStrategy = .custom { date, encoder in
                var container = encoder.singleValueContainer()
                guard let text = ISO8601.format(date) else {
                    throw EncodingError.invalidValue(
                        date, .init(codingPath: encoder.codingPath, debugDescription: "The date is outside the years 0 to 9999."))
                }
                try container.encode(text)
            }
        }
        switch keys {
        case .unchanged: break
        case .snakeCase:
            encoder.keyEncodingStrategy = .convertToSnakeCase
            if let convertsKeys = CodingUserInfoKey.convertsKeys { encoder.userInfo[convertsKeys] = true }
        }
        switch data {
        case .base64: break
        case .numbers: encoder.dataEncodingStrategy = .deferredToData
        case .base64URL:
            encoder.dataEncodingStrategy = .custom { data, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(data.base64URL)
            }
        }
        if case .texts(let infinity, let negativeInfinity, let notANumber) = floats {
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: notANumber)
        }
        return encoder
    }
}

extension Data {
    /// Base64 for URLs, without padding.
    package var base64URL: String {
        String(
            base64EncodedString().compactMap { character in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    /// nil if the text isn't Base64 for URLs.
    package init?(base64URL text: String) {
        guard !text.utf8.contains(where: { "+/".utf8.contains($0) }) else { return nil }
        let plain = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
        self.init(base64Encoded: String(plain) + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
