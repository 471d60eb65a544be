/// The query of a request: an ordered list that may repeat a name, percent-encoded as it goes on the wire.
///
///     ["limit": 20, "orderBy": order, "name": optionalName, "comics": .commaSeparated(ids)]
///
/// A nil value drops out. Everything but unreserved characters (RFC 3986, section 2.3) is encoded: `+` as `%2B`, a space as `%20`.
/// The order is the order written, the same every time.
public struct Query: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    @usableFromInline package var bytes: [UInt8]
    // What can't be written as text: found while the query is built, reported when the request is.
    package var fault: String?
    // How many of the first bytes were there when `beginAdditions()` was called.
    var settledCount = 0

    public init() { bytes = [] }

    // The literal's array lives on the caller's stack when this is inlined; the spare room is for what an adapter adds.
    @inlinable
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        bytes = []
        if !elements.isEmpty { bytes.reserveCapacity(elements.count * 24 + 128) }
        // A tuple's parts in place: taking one out of the array copies the whole, which costs more than writing the item.
        elements.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                guard let name = buffer.baseAddress.map({ $0 + offset }) else { return }
                let value = name + MemoryLayout<String>.stride
                value.assumingMemoryBound(to: (any QueryValue)?.self).pointee?
                    .append(to: &self, name: name.assumingMemoryBound(to: String.self).pointee)
                offset += MemoryLayout<(String, (any QueryValue)?)>.stride
            }
        }
    }

    /// Takes a query as it stands in a URL, without its `?`. What is already encoded stays; what a query may not hold is encoded.
    public init(encoded text: String) {
        bytes = []
        PercentEncoding.append(text, allowed: .query, keepingEscapes: true, to: &bytes)
    }

    public var isEmpty: Bool { bytes.isEmpty }

    /// As it goes on the wire, without the `?`.
    public var encoded: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds `name=value`; without a value, `name` alone, and nothing where that is empty too.
    public mutating func append(_ name: String, _ value: String?) {
        if name.isEmpty, value == nil { return }
        append(name: name, valueCapacity: value.map { $0.utf8.count * 3 }) { writer in
            if let value { writer.append(value, encodingAllBut: .unreserved) }
        }
    }

    package mutating func append(_ name: String, magnitude: UInt64, isNegative: Bool) {
        append(name: name, valueCapacity: 20) { $0.append(magnitude: magnitude, isNegative: isNegative) }
    }

    /// Writes one item on the stack, and adds it at once.
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
            // Room for this item and those that most often follow it.
            if bytes.capacity == 0 { bytes.reserveCapacity(writer.count + 128) }
            bytes.append(contentsOf: writer.written)
        }
    }

    public mutating func append(_ other: Query) {
        fault = fault ?? other.fault
        if other.bytes.isEmpty { return }
        if bytes.isEmpty {
            bytes = other.bytes
        } else {
            bytes.reserveCapacity(bytes.count + other.bytes.count + 128)
            bytes.append(UInt8(ascii: "&"))
            bytes.append(contentsOf: other.bytes)
        }
    }

    /// Keeps the first reason why the request that gets this query can't be sent.
    package mutating func refuse(_ reason: String) { fault = fault ?? reason }

    public mutating func removeAll(named name: String) {
        removeItems { $0.name == name }
    }

    /// The value of the first item under `name`, decoded; of an item without `=`, an empty text.
    public subscript(name: String) -> String? { first { $0.name == name }.map { $0.value ?? "" } }

    /// The values of all items under `name`, decoded.
    public func values(for name: String) -> [String] { compactMap { $0.name == name ? $0.value ?? "" : nil } }
}

extension Query: Sequence {
    /// One item, decoded.
    public struct Item: Hashable, Sendable {
        public var name: String
        public var value: String?
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

    package func decodedName(of item: ArraySlice<UInt8>) -> String {
        PercentEncoding.decode(item.prefix { $0 != UInt8(ascii: "=") }, plusIsSpace: true)
    }
}

// What was added is known from what was there without keeping a copy of that, which every call would pay for.
extension Query {
    /// What is here is no addition, what comes in after this is one. All of a new query is.
    package mutating func beginAdditions() { settledCount = bytes.count }

    package var hasAdditions: Bool { settledCount != bytes.count }

    var additions: [Item] { bytes[settledCount...].split(separator: UInt8(ascii: "&")).map(decoded) }

    mutating func removeAdditions() -> [Item] {
        defer { bytes.removeSubrange(settledCount...) }
        return additions
    }

    package mutating func removeItems(where isRemoved: (Item) -> Bool) { removeItems { item, _ in isRemoved(item) } }

    package mutating func removeItems(where isRemoved: (_ item: Item, _ isAddition: Bool) -> Bool) {
        let items = rawItems
        let kept = items.filter { !isRemoved(decoded($0), $0.startIndex >= settledCount) }
        guard kept.count < items.count else { return }
        let settled = kept.prefix { $0.endIndex <= settledCount }
        settledCount = settled.isEmpty ? 0 : settled.reduce(settled.count - 1) { $0 + $1.count }
        bytes = Array(kept.joined(separator: CollectionOfOne(UInt8(ascii: "&"))))
    }

    // By what goes on the wire: what is settled is no part of a query's value.
    public static func == (a: Query, b: Query) -> Bool { a.bytes == b.bytes && a.fault == b.fault }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
        hasher.combine(fault)
    }
}
