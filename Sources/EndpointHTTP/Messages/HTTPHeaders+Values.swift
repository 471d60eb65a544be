// Header fields accept the same values as a query, so that an enum case or a UUID needs no interpolation, which might produce a different
// string.
extension HTTPHeaders {
    /// Adds a field for each string that the value produces, as a literal does; nil adds none.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        guard let value else { return }
        for text in Self.texts(of: value) { append(name, text) }
    }

    /// Writes a value as a literal does. Setting replaces all values under `name`, at the position of the first; further values of an array
    /// are appended. Setting nil removes them. Reading returns the value of the first field as a string.
    @_disfavoredOverload
    public subscript(name: String) -> (any QueryValue)? {
        get { self[name] as String? }
        set {
            let texts = newValue.map(Self.texts) ?? []
            self[name] = texts.first
            for text in texts.dropFirst() { append(name, text) }
        }
    }

    /// Stands for a value that can't be written. It makes the request invalid, because no field may contain NUL.
    static let unwritable = "\u{0}"

    /// The values of the fields that `value` produces.
    @usableFromInline
    static func texts(of value: any QueryValue) -> [String] {
        switch value {
        case let text as String: return [text]
        case let date as Date: return [HTTPDate.format(date) ?? unwritable]
        case let list as QueryList where list.style == .commaSeparated:
            let texts = list.elements.flatMap(texts)
            if texts.isEmpty { return [] }
            return [texts.contains(unwritable) ? unwritable : texts.joined(separator: ", ")]
        case let list as QueryList: return list.elements.flatMap(texts)
        case let list as [any QueryValue]: return list.flatMap(texts)
        default:
            var query = Query()
            value.append(to: &query, name: "value")
            return query.fault == nil ? query.map { $0.value ?? "" } : [unwritable]
        }
    }

    /// The value itself if it is a string, as nearly all values are.
    @inlinable
    static func string<Value: QueryValue>(_ value: Value) -> String? {
        Value.self == String.self ? unsafeBitCast(value, to: String.self) : nil
    }
}
