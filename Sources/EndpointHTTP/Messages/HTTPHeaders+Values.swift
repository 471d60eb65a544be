// Header fields take the values of a query, so that a case or a UUID needs no interpolation, which may write another text.
extension HTTPHeaders {
    /// Adds a field for each text of the value, like a literal; nil adds none.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        guard let value else { return }
        for text in Self.texts(of: value) { append(name, text) }
    }

    /// Writes a value like a literal. Setting replaces all values under `name`, at the place of the first; further values of an array are
    /// appended. Setting nil removes them. Reading returns the text of the first field.
    @_disfavoredOverload
    public subscript(name: String) -> (any QueryValue)? {
        get { self[name] as String? }
        set {
            let texts = newValue.map(Self.texts) ?? []
            self[name] = texts.first
            for text in texts.dropFirst() { append(name, text) }
        }
    }

    /// Stands for a value without a text. No field may contain NUL, so it makes the request invalid.
    static let unwritable = "\u{0}"

    /// One text for each field.
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
