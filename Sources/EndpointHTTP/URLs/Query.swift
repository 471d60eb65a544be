/// The query of a request: an ordered list of items that may repeat a name, percent-encoded as it goes on the wire.
///
///     ["limit": 20, "orderBy": order, "name": optionalName, "comics": .commaSeparated(ids)]
///
/// A value is a ``QueryValue``: a string, a number, a list, another ready-made type, or your own type. An enum with raw values needs only
/// the conformance, `enum Order: String, QueryValue`. An item whose value is nil is omitted. Everything except unreserved characters (RFC
/// 3986, section 2.3) is encoded: `+` as `%2B`, a space as `%20`. Items keep the order in which they were written.
public struct Query: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    @usableFromInline package var bytes: [UInt8]
    private var box: Box?
    /// Whether a received URL ends with `?`, which a server may distinguish from a URL without a query.
    package var isEmptyButThere = false

    private struct Rare: Sendable {
        var fault: String?
        var parts: [EncodedPart] = []
    }
    // By reference, because most queries have none of these.
    private final class Box: Sendable {
        let rare: Rare
        init(_ rare: Rare) { self.rare = rare }
    }
    private var rare: Rare {
        get { box?.rare ?? Rare() }
        set { box = Box(newValue) }
    }

    // Why a value can't be written. This is found while the query is built, and reported when the request is validated.
    package var fault: String? {
        get { box?.rare.fault }
        set { if newValue != nil || box != nil { rare.fault = newValue } }
    }
    /// The parts that are rewritten with the convention of the client that sends them.
    private(set) var parts: [EncodedPart] {
        get { box?.rare.parts ?? [] }
        set { if !newValue.isEmpty || box != nil { rare.parts = newValue } }
    }

    /// Creates a query without items.
    public init() { bytes = [] }

    // The spare capacity is for items that an adapter adds.
    /// Appends the items of each value under its name; nil appends none.
    @inlinable
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        bytes = []
        if !elements.isEmpty { bytes.reserveCapacity(elements.count * 24 + 128) }
        for (name, value) in elements { value?.append(to: &self, name: name) }
    }

    /// Creates a query from the query of a URL, without its `?`. Existing escapes are kept; characters that are invalid in a query are
    /// encoded.
    public init(encoded text: String) {
        bytes = []
        PercentEncoding.append(text, allowed: .query, keepingEscapes: true, to: &bytes)
    }

    /// Keeps a query as it was received, even if it has invalid characters.
    package init(asIs text: String) { self.init(bytes: Array(text.utf8)) }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// True if there are no items.
    public var isEmpty: Bool { bytes.isEmpty }

    /// The query as it goes on the wire, without the `?`.
    public var encoded: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds `name=value`, or `name` alone if the value is nil. An empty name without a value adds nothing.
    public mutating func append(_ name: String, _ value: String?) {
        if name.isEmpty, value == nil { return }
        append(name: name, valueCapacity: value.map { $0.utf8.count * 3 }) { writer in
            if let value { writer.append(value, encodingAllBut: .unreserved) }
        }
    }

    package mutating func append(_ name: String, magnitude: UInt64, isNegative: Bool) {
        append(name: name, valueCapacity: 20) { $0.append(magnitude: magnitude, isNegative: isNegative) }
    }

    /// Writes one item on the stack, then appends it in one step.
    @inline(__always)
    private mutating func append(name: String, valueCapacity: Int?, writeValue: (inout ByteWriter) -> Void) {
        let capacity = name.utf8.count * 3 + (valueCapacity ?? 0) + 2
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            var writer = ByteWriter(buffer: buffer)
            if !bytes.isEmpty { writer.append(UInt8(ascii: "&")) }
            writer.append(name, encodingAllBut: .unreserved)
            if valueCapacity != nil {
                writer.append(UInt8(ascii: "="))
                writeValue(&writer)
            }
            // The capacity is for this item and those that usually follow.
            if bytes.capacity == 0 { bytes.reserveCapacity(writer.count + 128) }
            bytes.append(contentsOf: writer.written)
        }
    }

    /// Appends all items of `other`, even under names that this query already has.
    public mutating func append(_ other: Query) {
        if other.box != nil {
            fault = fault ?? other.fault
            let start = bytes.isEmpty || other.bytes.isEmpty ? bytes.count : bytes.count + 1
            parts += other.parts.map { $0.moved(by: start) }
        }
        if other.bytes.isEmpty { return }
        if bytes.isEmpty {
            bytes = other.bytes
        } else {
            bytes.reserveCapacity(bytes.count + other.bytes.count + 128)
            bytes.append(UInt8(ascii: "&"))
            bytes.append(contentsOf: other.bytes)
        }
    }

    /// A copy with the items of a value at its end, written as in a literal; nil adds none.
    ///
    ///     return query.appending("page", 2).appending("tag", ["red", "blue"])
    public func appending(_ name: String, _ value: (any QueryValue)?) -> Query {
        var query = self
        value?.append(to: &query, name: name)
        return query
    }

    /// A copy with all items of `other` at its end, even under names that this query already has.
    public func appending(_ other: Query) -> Query {
        var query = self
        query.append(other)
        return query
    }

    /// Records why a request with this query can't be sent; the first reason is kept.
    package mutating func refuse(_ reason: String) { fault = fault ?? reason }

    /// Removes every item with this decoded name. Names are equal if their bytes are equal (RFC 3986, section 6.2.1).
    public mutating func removeAll(named name: String) {
        removeItems { $0.isNamed(name) }
    }

    /// Removes every item whose name also occurs in `other`.
    package mutating func removeAll(namedAsIn other: Query) {
        let names = Set(other.map { ExactText($0.name) })
        removeItems { names.contains(ExactText($0.name)) }
    }

    /// The decoded value of the first item under `name`; an empty string if the item has no `=`, nil if there is no item.
    public subscript(name: String) -> String? { first { $0.isNamed(name) }.map { $0.value ?? "" } }

    /// The decoded values of all items under `name`; an empty string for an item without `=`.
    public func values(for name: String) -> [String] { compactMap { $0.isNamed(name) ? $0.value ?? "" : nil } }
}

extension Query: Sequence {
    /// One item, decoded. Two items are equal if their bytes are equal.
    public struct Item: Hashable, Sendable {
        /// The text before the first `=`.
        public var name: String
        /// The text after the first `=`; nil if there is none.
        public var value: String?

        package init(name: String, value: String?) {
            self.name = name
            self.value = value
        }

        package func isNamed(_ name: String) -> Bool { ExactText(self.name) == ExactText(name) }

        public static func == (one: Item, other: Item) -> Bool {
            one.isNamed(other.name) && one.value.map(ExactText.init) == other.value.map(ExactText.init)
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(ExactText(name))
            hasher.combine(value.map(ExactText.init))
        }
    }

    public func makeIterator() -> some IteratorProtocol<Item> {
        rawItems.lazy.map { decoded($0) }.makeIterator()
    }

    package var rawItems: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "&")) }

    package func decoded(_ item: ArraySlice<UInt8>) -> Item {
        let equals = item.firstIndex(of: UInt8(ascii: "="))
        return Item(
            name: decodedName(of: item), value: equals.map { PercentEncoding.decode(item[($0 + 1)...], plusIsSpace: true) })
    }

    private func decodedName(of item: ArraySlice<UInt8>) -> String {
        PercentEncoding.decode(item.prefix { $0 != UInt8(ascii: "=") }, plusIsSpace: true)
    }
}

extension Query {
    package mutating func removeItems(where isRemoved: (Item) -> Bool) {
        let items = rawItems
        let kept = items.filter { !isRemoved(decoded($0)) }
        guard kept.count < items.count else { return }
        if box != nil {
            let keptStarts = Set(kept.map(\.startIndex))
            let removed = items.filter { !keptStarts.contains($0.startIndex) }
            parts = parts.compactMap { $0.reduced(to: kept, without: removed.map { ($0.startIndex, decodedName(of: $0)) }) }
        }
        bytes = Array(kept.joined(separator: CollectionOfOne(UInt8(ascii: "&"))))
    }

    /// Replaces the first item under `name` with `new`, and removes the others; appends `new` if there is no such item.
    package mutating func replaceAll(named name: String, with new: Query) {
        guard let place = rawItems.firstIndex(where: { decoded($0).isNamed(name) }) else { return append(new) }
        removeItems { $0.isNamed(name) }
        if let reason = new.fault { refuse(reason) }
        if new.bytes.isEmpty { return }
        let items = rawItems
        guard place < items.count else { return append(new) }
        var start = items[place].startIndex
        // A part is rewritten as a whole, so nothing may be inserted between its items.
        for part in parts where part.start < start && start < part.start + part.count { start = part.start + part.count + 1 }
        if start >= bytes.count { return append(new) }
        bytes.insert(contentsOf: new.bytes + [UInt8(ascii: "&")], at: start)
        parts = parts.map { $0.start < start ? $0 : $0.moved(by: new.bytes.count + 1) }
    }

    /// Whether the query has parts that a convention may write differently.
    var hasEncodedParts: Bool { !parts.isEmpty }

    /// Records that the items so far were encoded from `leaves`.
    mutating func noteEncoded(_ leaves: [QueryLeaf]) {
        parts = [EncodedPart(start: 0, count: bytes.count, leaves: leaves)]
    }

    /// Rewrites each encoded part with `write`.
    mutating func rewriteEncoded(_ write: ([QueryLeaf]) -> Query) {
        var output = Query()
        var next = 0
        for part in parts {
            output.append(bytes: bytes[next..<part.start])
            output.append(write(part.remaining))
            next = part.start + part.count
        }
        output.append(bytes: bytes[next...])
        (output.isEmptyButThere, output.fault) = (isEmptyButThere, fault ?? output.fault)
        self = output
    }

    /// Appends items as they are, without the separators around them.
    private mutating func append(bytes items: ArraySlice<UInt8>) {
        append(Query(bytes: Array(items.drop { $0 == UInt8(ascii: "&") }.reversed().drop { $0 == UInt8(ascii: "&") }.reversed())))
    }

    // Queries are equal if the same text goes on the wire.
    public static func == (a: Query, b: Query) -> Bool { a.bytes == b.bytes && a.fault == b.fault }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
        hasher.combine(fault)
    }
}
