/// Header fields in the order they were written or received. Names are case-insensitive; duplicates stay separate.
///
/// A dictionary literal sets them: `["Accept": "text/csv", "X-Trace": id]`. A field whose value is nil is left out.
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
    }

    @usableFromInline package var fields: [Field]
    // Marks fields that were added or set since `beginAdditions()`: a bit for each of the first 63. The last bit is for the fields after
    // them that have no entry in `lateAdditions`.
    @usableFromInline var additions = UInt64.max
    @usableFromInline var lateAdditions: [Bool] = []
    // How many fields, from the first one on, are known to be valid.
    @usableFromInline var validCount = 0

    /// Creates a list without fields.
    public init() { fields = [] }

    // The spare capacity is for the client's own fields.
    /// Appends each field whose value isn't nil, even if its name occurs already.
    @inlinable
    public init(dictionaryLiteral elements: (String, String?)...) {
        fields = []
        if !elements.isEmpty { fields.reserveCapacity(elements.count + 8) }
        for (name, value) in elements {
            if let value { fields.append(Field(name: name, value: value)) }
        }
    }

    /// The first value under `name`. Setting replaces all values under it, at the place of the first; setting nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value }
        set {
            guard let first = fields.firstIndex(where: { $0.name.equalsIgnoringASCIICase(name) }) else {
                if let newValue { append(name, newValue) }
                return
            }
            guard let newValue else { return removeFields { field, _ in field.name.equalsIgnoringASCIICase(name) } }
            fields[first].value = newValue
            validCount = Swift.min(validCount, first)
            markAddition(first)
            guard fields[(first + 1)...].contains(where: { $0.name.equalsIgnoringASCIICase(name) }) else { return }
            var seen = false
            removeFields { field, _ in
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
        markAddition(fields.count)
        fields.append(Field(name: name, value: value))
    }

    /// Adds the fields of `other` whose names aren't in this list.
    public mutating func formUnion(_ other: HTTPHeaders) {
        let own = fields.count
        fields.reserveCapacity(own + other.fields.count + 4)
        for field in other.fields where !contains(field.name, before: own) {
            markAddition(fields.count)
            fields.append(field)
        }
    }
}

// Additions are known by their bits.
extension HTTPHeaders {
    /// Marks later fields as additions, but not the present ones. In a new list, all fields are additions.
    package mutating func beginAdditions() {
        additions = 0
        if !lateAdditions.isEmpty { lateAdditions = [] }
    }

    /// Whether a field was added or set since ``beginAdditions()``.
    package var hasAdditions: Bool { fields.indices.contains(where: isAddition) }

    private static let bitCount = 63

    @inline(__always)
    private mutating func markAddition(_ index: Int) {
        if index < Self.bitCount { additions |= 1 &<< UInt64(truncatingIfNeeded: index) } else { markLateAddition(index) }
    }

    @inline(never)
    private mutating func markLateAddition(_ index: Int) {
        // In a new list all fields are additions, which takes no entries.
        if isAddition(index) { return }
        while lateAdditions.count <= index - Self.bitCount { lateAdditions.append(false) }
        lateAdditions[index - Self.bitCount] = true
    }

    private func isAddition(_ index: Int) -> Bool {
        if index < Self.bitCount { return additions & (1 &<< UInt64(truncatingIfNeeded: index)) != 0 }
        let late = index - Self.bitCount
        return late < lateAdditions.count ? lateAdditions[late] : additions >> Self.bitCount != 0
    }

    /// Unmarks the additions that `earlier` has too.
    package mutating func settleAdditions(in earlier: HTTPHeaders) {
        for index in fields.indices where isAddition(index) && earlier.fields.contains(fields[index]) {
            guard index >= Self.bitCount else {
                additions &= ~(1 &<< UInt64(truncatingIfNeeded: index))
                continue
            }
            while lateAdditions.count <= index - Self.bitCount { lateAdditions.append(isAddition(Self.bitCount + lateAdditions.count)) }
            lateAdditions[index - Self.bitCount] = false
        }
    }

    /// Whether a field of this name was added or set since ``beginAdditions()``.
    func hasAddition(_ name: String) -> Bool {
        fields.indices.contains { fields[$0].name.equalsIgnoringASCIICase(name) && isAddition($0) }
    }

    /// Calls `body` with each field that was added or set since ``beginAdditions()``.
    func forEachAddition(_ body: (Field) -> Void) {
        for index in fields.indices where isAddition(index) { body(fields[index]) }
    }

    /// What is wrong with the first field that has a fault, except for those that are known to be valid.
    @inline(__always)
    func firstFault(_ fault: (borrowing Field) -> String?) -> String? {
        fields.withUnsafeBufferPointer { fields in
            for index in validCount..<fields.count {
                if let fault = fault(fields[index]) { return fault }
            }
            return nil
        }
    }

    package mutating func removeFields(where isRemoved: (_ field: Field, _ isAddition: Bool) -> Bool) {
        let old = self
        (fields, additions, lateAdditions, validCount) = ([], 0, [], 0)
        fields.reserveCapacity(old.fields.count)
        for (index, field) in old.fields.enumerated() {
            let isAddition = old.isAddition(index)
            guard !isRemoved(field, isAddition) else { continue }
            if isAddition { markAddition(fields.count) }
            fields.append(field)
        }
    }

    /// - Parameter value: the new value of a field; nil keeps it.
    mutating func replaceValues(_ value: (_ field: Field, _ isAddition: Bool) -> String?) {
        for index in fields.indices {
            guard let value = value(fields[index], isAddition(index)) else { continue }
            fields[index].value = value
            validCount = Swift.min(validCount, index)
        }
    }
}

extension HTTPHeaders: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { fields.count }
    public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: Hashable {
    /// Lists with the same fields in the same order are equal; the case of names doesn't count.
    public static func == (a: HTTPHeaders, b: HTTPHeaders) -> Bool {
        a.fields.elementsEqual(b.fields) { $0.value == $1.value && $0.name.equalsIgnoringASCIICase($1.name) }
    }

    public func hash(into hasher: inout Hasher) {
        for field in fields {
            hasher.combine(field.name.lowercased())
            hasher.combine(field.value)
        }
    }
}
