/// Query items that a service may repeat in a link or a location, although they are added to the next request anyway.
package struct AddedItems: Sendable {
    private var items: Set<Query.Item>
    /// The same items, normalized to one spelling.
    private var folded: Set<Query.Item>
    /// The values that are secrets whatever their names, normalized to one spelling.
    private var values: Set<String> = []
    private var echoes: [EchoedItems]

    package init() { (items, folded, echoes) = ([], [], []) }

    /// - Parameter underAnyName: whether a long value also matches if the service repeats it under another name.
    init(_ items: Set<Query.Item>, _ echoes: EchoedItems?, underAnyName: Bool = false) {
        self.items = items
        self.echoes = echoes.map { [$0] } ?? []
        folded = Set(items.map(\.folded))
        if underAnyName { values = Set(folded.compactMap(\.value).filter { $0.utf8.count >= 8 && !$0.isPlainValue }) }
    }

    package func contains(_ item: Query.Item) -> Bool {
        let item = item.folded
        return folded.contains(item) || item.value.map(values.contains) == true || echoes.contains { $0.contains(item) }
    }

    package mutating func formUnion(_ other: AddedItems) {
        items.formUnion(other.items)
        folded.formUnion(other.folded)
        values.formUnion(other.values)
        echoes += other.echoes
    }

    package func union(_ others: some Sequence<Query.Item>) -> AddedItems {
        var all = self
        all.formUnion(AddedItems(Set(others), nil))
        return all
    }

    /// The names of the items, except for items of which only the digests are known.
    package var names: Set<String> { Set(items.map(\.name)) }
}

extension AddedItems: Codable {
    // The items may be secrets, so only digests are stored.
    package init(from decoder: any Decoder) throws {
        self.init()
        echoes = try [EchoedItems](from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        let own = folded.isEmpty ? [] : [EchoedItems(of: folded)]
        try (own + echoes).encode(to: encoder)
    }
}

extension Query.Item {
    /// The item normalized to one spelling, because a service may replace a space with `+` or vice versa, and may escape twice.
    fileprivate var folded: Self { Self(name: Self.folded(name), value: value.map(Self.folded)) }

    private static func folded(_ text: String) -> String {
        var text = text
        for _ in 0..<2 where text.utf8.contains(UInt8(ascii: "%")) { text = PercentEncoding.decode(text.utf8) }
        return text.replacing("+", with: " ")
    }
}

/// The digests of the query items with which the authentication signed the request for a stored response. The response may repeat these
/// items. When the stored response is used, no request is signed, so only the digests identify the items.
package struct EchoedItems: Sendable, Equatable, Codable {
    /// Makes the digests different in each response.
    package let salt: String
    package private(set) var digests: [KeyDigest]

    /// nil if the authentication added nothing.
    package init?(of request: HTTPRequest) {
        if request.addedItems.isEmpty { return nil }
        self.init(of: [])
        add(request)
    }

    fileprivate init(of items: Set<Query.Item>) {
        self.init(salt: SHA256Hash.hexadecimal((0..<16).map { _ in UInt8.random(in: .min ... .max) }), digests: [])
        digests = items.map(digest)
    }

    package init(salt: String, digests: [KeyDigest]) {
        self.salt = salt
        self.digests = digests
    }

    /// The maximum number of digests. Each revalidation adds some, because its 304 may repeat other items.
    private static let limit = 64

    package mutating func add(_ request: HTTPRequest) {
        digests += request.addedItems.map { digest(of: $0.folded) }
        digests.removeFirst(max(0, digests.count - Self.limit))
    }

    private func digest(of item: Query.Item) -> KeyDigest {
        var input = DigestInput()
        input.append(salt, item.name, item.value ?? "")
        return input.digest
    }

    /// - Parameter item: the item in its folded form.
    fileprivate func contains(_ item: Query.Item) -> Bool { digests.contains(digest(of: item)) }
}
