/// A type whose values may be used in a ``Query`` literal, in the fields of a form, in ``HTTPHeaders``, and as the text of a form's part.
///
/// An enum with a raw value needs only the conformance: `enum Order: String, QueryValue`. Any other type appends its string, or its items:
///
///     nonisolated extension Coordinate: QueryValue {
///         func append(to query: inout Query, name: String) { query.append(name, "\(latitude),\(longitude)") }
///     }
public protocol QueryValue: Sendable {
    /// Appends this value's items under `name`: none, one, or several.
    func append(to query: inout Query, name: String)
}

extension QueryValue where Self: RawRepresentable, RawValue: QueryValue {
    /// Appends the raw value.
    public func append(to query: inout Query, name: String) { rawValue.append(to: &query, name: name) }
}

extension QueryValue where Self: FixedWidthInteger {
    /// Appends the number in decimal.
    public func append(to query: inout Query, name: String) {
        query.append(name, magnitude: UInt64(truncatingIfNeeded: magnitude), isNegative: self < 0)
    }
}

extension Int: QueryValue {}
extension Int8: QueryValue {}
extension Int16: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt8: QueryValue {}
extension UInt16: QueryValue {}
extension UInt32: QueryValue {}
extension UInt64: QueryValue {}

extension Int128: QueryValue {
    /// Appends the number in decimal.
    public func append(to query: inout Query, name: String) { query.append(name, String(self)) }
}

extension UInt128: QueryValue {
    /// Appends the number in decimal.
    public func append(to query: inout Query, name: String) { query.append(name, String(self)) }
}

extension String: QueryValue {
    public func append(to query: inout Query, name: String) { query.append(name, self) }
}

extension URL: QueryValue {
    /// Appends the whole URL, encoded like any text.
    public func append(to query: inout Query, name: String) { query.append(name, absoluteString) }
}

extension Substring: QueryValue {
    public func append(to query: inout Query, name: String) { query.append(name, String(self)) }
}

extension Double: QueryValue {
    /// Appends the shortest text that reads back as the same number, without `.0`. A number that isn't finite makes the request invalid.
    public func append(to query: inout Query, name: String) {
        guard isFinite else { return query.refuse("the number of the query item \"\(name)\" is not finite") }
        query.append(name, Int64(exactly: self).map { String($0) } ?? String(self))
    }
}

extension Float: QueryValue {
    /// Appends the shortest text that reads back as the same number, without `.0`. A number that isn't finite makes the request invalid.
    public func append(to query: inout Query, name: String) {
        guard isFinite else { return query.refuse("the number of the query item \"\(name)\" is not finite") }
        query.append(name, Int64(exactly: self).map { String($0) } ?? String(self))
    }
}

extension Bool: QueryValue {
    /// Appends `true` or `false`.
    public func append(to query: inout Query, name: String) { query.append(name, self ? "true" : "false") }
}

extension UUID: QueryValue {
    /// Appends the UUID in lower case (RFC 9562, section 4).
    public func append(to query: inout Query, name: String) { query.append(name, lowercaseText) }
}

extension Date: QueryValue {
    /// Appends ISO 8601 in UTC, as ``ISO8601/format(_:)`` writes it: `2014-04-29T14:18:17Z`.
    public func append(to query: inout Query, name: String) {
        guard let text = ISO8601.format(self) else {
            return query.refuse("the date of the query item \"\(name)\" is outside the years 0 to 9999")
        }
        query.append(name, text)
    }
}

extension Array: QueryValue where Element: QueryValue {
    /// Appends the name once for each element, and nothing for an empty array.
    public func append(to query: inout Query, name: String) {
        for element in self { element.append(to: &query, name: name) }
    }
}

/// A name without `=`.
public struct QueryFlag: QueryValue {
    public func append(to query: inout Query, name: String) { query.append(name, nil as String?) }
}

extension QueryValue where Self == QueryFlag {
    /// A name without `=`: `["raw": .flag]` is `?raw`.
    public static var flag: QueryFlag { QueryFlag() }
}

/// Several values under one name, in a form other than repetition.
public struct QueryList: QueryValue {
    enum Style { case commaSeparated, brackets }
    let style: Style
    package let elements: [any QueryValue]

    public func append(to query: inout Query, name: String) {
        // An element may append several items, or none.
        var items = Query()
        for element in elements { element.append(to: &items, name: name) }
        if let fault = items.fault { query.refuse(fault) }
        if items.isEmpty { return }
        switch style {
        case .commaSeparated:
            let values = items.rawItems.map { String(decoding: $0.drop { $0 != UInt8(ascii: "=") }.dropFirst(), as: UTF8.self) }
            query.append(Query(encoded: "\(PercentEncoding.encoded(name))=\(values.joined(separator: ","))"))
        case .brackets: for item in items { query.append(name + "[]", item.value) }
        }
    }
}

extension QueryValue where Self == QueryList {
    /// Appends one item, `k=1,2`, and nothing for an empty array. The commas between the values stay unencoded, and a comma in a value
    /// becomes `%2C`, so that a server can distinguish them (RFC 6570, section 3.2.8, and OpenAPI's `explode: false`). A form encodes both.
    public static func commaSeparated(_ elements: [some QueryValue]) -> QueryList { QueryList(style: .commaSeparated, elements: elements) }

    /// Appends `k[]=1&k[]=2` with the brackets encoded, and nothing for an empty array.
    public static func brackets(_ elements: [some QueryValue]) -> QueryList { QueryList(style: .brackets, elements: elements) }
}
