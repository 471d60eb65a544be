// What an adapter, the authentication or a transport has added to a request is the difference from the request before it, which is
// computed when something asks for it: a redirect, a link, a stored response, a retry or a description.
//
// A difference doesn't show that a field or an item was written again with its own value. Such a part counts as the earlier request's own,
// which already had it: it goes where it would also go without whoever wrote it again, and it is shown as it would be shown then.

extension HTTPRequest {
    /// The parts to which adapters, authentication and transports add.
    struct Parts: Sendable {
        let fields: [HTTPHeaders.Field]
        let query: [UInt8]
    }

    /// The fields that ``earlier`` doesn't have.
    var addedFields: [HTTPHeaders.Field] {
        var additions = fieldAdditions
        return headers.filter { additions.contains($0) }
    }

    /// The query items that ``earlier`` doesn't have.
    package var addedItems: [Query.Item] { dividedQuery.added }

    /// The query without the items that ``earlier`` doesn't have, and these items.
    package var dividedQuery: (own: Query, added: [Query.Item]) {
        var (own, added) = (query, [Query.Item]())
        if let earlier, earlier.query != query.bytes {
            var additions = itemAdditions
            own.removeItems { item in
                guard additions.contains(item) else { return false }
                added.append(item)
                return true
            }
        }
        return (own, added)
    }

    var fieldAdditions: Additions<HTTPHeaders.Field> { Additions(to: earlier?.fields) }
    var itemAdditions: Additions<Query.Item> { Additions(to: earlier.map { Query(bytes: $0.query) }) }
}

/// Distinguishes added elements from earlier ones. Each earlier element counts once, so that of two equal elements the second may be an
/// addition.
struct Additions<Element: Hashable> {
    private var earlier: [Element: Int]?

    /// - Parameter earlier: nil if no element counts as an addition.
    init(to earlier: (some Sequence<Element>)?) {
        self.earlier = earlier.map { Dictionary($0.map { ($0, 1) }, uniquingKeysWith: +) }
    }

    /// Whether the next element is an addition. The elements must be passed in order.
    mutating func contains(_ element: Element) -> Bool {
        guard let count = earlier?[element] else { return earlier != nil }
        earlier?[element] = count > 1 ? count - 1 : nil
        return false
    }
}
