/// Header fields in the order in which they were written or received. Names are case-insensitive; duplicates stay separate.
///
/// They can be written as a dictionary literal: `["Accept": "text/csv", "X-Trace": uuid, "If-Modified-Since": date]`. A value is a
/// ``QueryValue``, and is written as in a query, with two exceptions: a date has the HTTP format (RFC 9110, section 5.6.7), `Sun, 06 Nov
/// 1994 08:49:37 GMT`, and ``QueryValue/commaSeparated(_:)`` writes a list that is separated by a comma and a space (section 5.6.1). An
/// array becomes one field for each element. A field whose value is nil is left out.
///
/// Fields aren't validated here; ``HTTPRequest/validate()`` rejects those that may not go on the wire.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// One field, as written.
    public struct Field: Hashable, Sendable {
        /// The name in the case in which it was written or received.
        public var name: String
        /// The value, without leading and trailing white space if it was received.
        public var value: String

        /// Creates a field without validating it.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Fields are equal if their names and values have the same bytes.
        public static func == (a: Field, b: Field) -> Bool {
            ExactText(a.name) == ExactText(b.name) && ExactText(a.value) == ExactText(b.value)
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(ExactText(name))
            hasher.combine(ExactText(value))
        }
    }

    @usableFromInline package var fields: [Field]
    // How many fields at the start of the list are known to be valid.
    @usableFromInline var validCount = 0

    /// Creates a list without fields.
    public init() { fields = [] }

    // The spare capacity is for the client's own fields.
    /// Appends each field whose value isn't nil, even if its name already occurs. A number that isn't finite, and a date outside the years
    /// 0 to 9999, make the request invalid.
    @inlinable
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        fields = []
        if !elements.isEmpty { fields.reserveCapacity(elements.count + 8) }
        for (name, value) in elements {
            guard let value else { continue }
            if let text = Self.string(value) {
                fields.append(Field(name: name, value: text))
            } else {
                for text in Self.texts(of: value) { fields.append(Field(name: name, value: text)) }
            }
        }
    }

    /// The first value under `name`. Setting replaces all values under that name, at the position of the first; setting nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value }
        set {
            guard let first = fields.firstIndex(where: { $0.name.equalsIgnoringASCIICase(name) }) else {
                if let newValue { append(name, newValue) }
                return
            }
            guard let newValue else { return removeFields { $0.name.equalsIgnoringASCIICase(name) } }
            fields[first].value = newValue
            validCount = Swift.min(validCount, first)
            guard fields[(first + 1)...].contains(where: { $0.name.equalsIgnoringASCIICase(name) }) else { return }
            var seen = false
            removeFields { field in
                guard field.name.equalsIgnoringASCIICase(name) else { return false }
                defer { seen = true }
                return seen
            }
        }
    }

    /// Every value under `name`, in order.
    public func values(for name: String) -> [String] {
        fields.compactMap { $0.name.equalsIgnoringASCIICase(name) ? $0.value : nil }
    }

    /// Whether a field has this name, in any case, with any value.
    public func contains(_ name: String) -> Bool {
        fields.contains { $0.name.equalsIgnoringASCIICase(name) }
    }

    @inline(__always)
    private func contains(_ name: String, before end: Int) -> Bool {
        for index in 0..<end where fields[index].name.equalsIgnoringASCIICase(name) { return true }
        return false
    }

    /// Adds a field, even if there are others with the same name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Adds the fields of `other` whose names aren't in this list.
    public mutating func formUnion(_ other: HTTPHeaders) {
        let own = fields.count
        fields.reserveCapacity(own + other.fields.count + 4)
        for field in other.fields where !contains(field.name, before: own) { fields.append(field) }
    }

    package mutating func removeFields(where isRemoved: (Field) -> Bool) {
        validCount = 0
        fields.removeAll(where: isRemoved)
    }

    /// The same fields with other values.
    func mapValues(_ value: (Field) -> String) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers.fields = fields.map { Field(name: $0.name, value: value($0)) }
        return headers
    }
}

extension HTTPHeaders {
    /// Says what is wrong with the first invalid field. Fields that are known to be valid are skipped.
    @inline(__always)
    func firstFault(_ fault: (borrowing Field) -> String?) -> String? {
        fields.withUnsafeBufferPointer { fields in
            for index in validCount..<fields.count {
                if let fault = fault(fields[index]) { return fault }
            }
            return nil
        }
    }
}

extension HTTPHeaders: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { fields.count }
    public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: Hashable {
    /// Lists with the same fields in the same order are equal. The case of names is ignored.
    public static func == (a: HTTPHeaders, b: HTTPHeaders) -> Bool {
        a.fields.elementsEqual(b.fields) { ExactText($0.value) == ExactText($1.value) && $0.name.equalsIgnoringASCIICase($1.name) }
    }

    public func hash(into hasher: inout Hasher) {
        for field in fields {
            hasher.combine(field.name.lowercased())
            hasher.combine(ExactText(field.value))
        }
    }
}
