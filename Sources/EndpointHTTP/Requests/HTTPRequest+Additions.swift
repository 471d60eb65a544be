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

    /// The case of a field's name doesn't count (RFC 9110, section 5.1).
    var fieldAdditions: Additions<HTTPHeaders.Field> {
        Additions(to: earlier?.fields) { HTTPHeaders.Field(name: $0.name.lowercased(), value: $0.value) }
    }
    var itemAdditions: Additions<Query.Item> { Additions(to: earlier.map { Query(bytes: $0.query) }) { $0 } }
}

/// Distinguishes added elements from earlier ones. Each earlier element counts once, so that of two equal elements the second may be an
/// addition.
struct Additions<Element: Hashable> {
    private var earlier: [Element: Int]?
    private let normalized: (Element) -> Element

    /// - Parameters:
    ///   - earlier: nil if no element counts as an addition.
    ///   - normalized: returns the same element for all forms that mean the same.
    init(to earlier: (some Sequence<Element>)?, _ normalized: @escaping (Element) -> Element) {
        self.earlier = earlier.map { Dictionary($0.map { (normalized($0), 1) }, uniquingKeysWith: +) }
        self.normalized = normalized
    }

    /// Whether the next element is an addition. The elements must be passed in order.
    mutating func contains(_ element: Element) -> Bool {
        if earlier == nil { return false }
        let element = normalized(element)
        guard let count = earlier?[element] else { return true }
        earlier?[element] = count > 1 ? count - 1 : nil
        return false
    }
}
