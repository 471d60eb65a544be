/// Query items that a service may repeat in a link or a location, and that are added to the next request again.
package struct AddedItems: Sendable {
    private var items: Set<Query.Item>
    private var echoes: [EchoedItems]

    package init() { (items, echoes) = ([], []) }

    init(_ items: Set<Query.Item>, _ echoes: EchoedItems?) {
        self.items = items
        self.echoes = echoes.map { [$0] } ?? []
    }

    package func contains(_ item: Query.Item) -> Bool { items.contains(item) || echoes.contains { $0.contains(item) } }

    package mutating func formUnion(_ other: AddedItems) {
        items.formUnion(other.items)
        echoes += other.echoes
    }

    package func union(_ others: some Sequence<Query.Item>) -> AddedItems {
        var all = self
        all.items.formUnion(others)
        return all
    }

    /// The names of the items that are known, not only their digests.
    package var names: Set<String> { Set(items.map(\.name)) }
}

/// The digests of the query items with which the authentication signed a request whose response is stored. The response may repeat them, and
/// nothing else knows them when it is used: then its request isn't signed.
package struct EchoedItems: Sendable, Equatable {
    /// Makes the digests different in each response.
    package let salt: String
    package private(set) var digests: [KeyDigest]

    /// nil if the authentication added nothing.
    package init?(of request: HTTPRequest) {
        if request.additions.isEmpty { return nil }
        self.init(salt: SHA256Hash.hexadecimal((0..<16).map { _ in UInt8.random(in: .min ... .max) }), digests: [])
        add(request)
    }

    package init(salt: String, digests: [KeyDigest]) {
        self.salt = salt
        self.digests = digests
    }

    /// A validation may repeat other items in the fields of its 304.
    private static let limit = 64

    package mutating func add(_ request: HTTPRequest) {
        digests += request.additions.map(digest)
        digests.removeFirst(max(0, digests.count - Self.limit))
    }

    private func digest(of item: Query.Item) -> KeyDigest {
        var input = DigestInput()
        input.append(salt, item.name, item.value ?? "")
        return input.digest
    }

    package func contains(_ item: Query.Item) -> Bool { digests.contains(digest(of: item)) }
}
