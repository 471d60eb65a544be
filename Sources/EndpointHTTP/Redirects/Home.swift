/// The origins of a client's configuration, and what must stay there: the configuration's query items and fields, except for those that are
/// harmless elsewhere. Shared by all of a client's requests.
package final class Home: Sendable {
    /// The base of the configuration's requests; nil if its base URL can't be used.
    package let base: HTTPRequest.Base?
    /// Further origins of the same API that the program lists.
    private let others: Set<Origin>
    /// The query of the base URL, followed by the configuration's own query.
    package let query: Query
    package let policy: RedirectPolicy
    /// The fields that may go to another origin, and those that may not.
    package let headers: (open: HTTPHeaders, withheld: HTTPHeaders)
    private let redaction: Redaction
    /// The query items that stay at home, even if a server repeats them.
    let items: Set<Query.Item>
    /// The items in `items` that are added to every request, including requests for links.
    let itemsOfLinks: Set<Query.Item>
    /// The values that stay at home, whatever their names.
    private let secrets: Set<String>

    /// - Parameters:
    ///   - address: the base URL with the base path; nil if it can't be used.
    ///   - others: further origins that count as home.
    package init(
        _ address: Location?, and others: Set<Origin> = [], query: Query, headers: HTTPHeaders, policy: RedirectPolicy, redaction: Redaction
    ) {
        self.others = others
        base = address.map { HTTPRequest.Base(origin: $0.origin, path: $0.path, redaction: redaction) }
        self.policy = policy
        self.redaction = redaction
        var (open, withheld, whole) = (headers, headers, address?.query ?? [:])
        open.removeFields { !policy.letsCross($0.name, withContent: false) }
        withheld.removeFields { open.contains($0.name) }
        whole.append(query)
        self.headers = (open, withheld)
        self.query = whole

        let hidden = redaction.secrets
        func stays(_ item: Query.Item) -> Bool { hidden.hides(item: item.name) || item.value?.isPlainValue == false }
        items = Set(whole.filter(stays))
        itemsOfLinks = Set(query.filter(stays))
        let fields = headers.filter { field in hidden.hides(field.name) || !open.contains(field.name) }
        secrets = Set(fields.map(\.value) + items.compactMap(\.value))
    }

    package var origin: Origin? { base?.origin }

    /// Whether a request goes to one of the configuration's own origins.
    @inline(__always)
    package func receives(_ request: borrowing HTTPRequest) -> Bool {
        // Nearly all requests still have their original base.
        request.base === base || contains(request.base.origin)
    }

    package func contains(_ other: Origin) -> Bool { other == origin || others.contains(other) }

    /// The other origins that belong to the same home as this one.
    package func others(beside other: Origin) -> Set<Origin> {
        guard !others.isEmpty, contains(other) else { return [] }
        return others.union(origin.map { [$0] } ?? []).subtracting([other])
    }

    /// Whether a request that goes from one origin to another loses the parts that belong to the first one.
    package func separates(_ one: Origin, from other: Origin) -> Bool { one != other && !(contains(one) && contains(other)) }

    /// Prepares a request to an address that a server sent. Throws if the request would do something else without the removed parts.
    package func release(_ link: inout HTTPRequest) throws(APIError) {
        do {
            try link.check(without: headers.withheld)
            link.isAway = true
            link.query.removeItems { items.contains($0) }
            try link.leaveHome(by: policy, isUpgrade: origin?.isUpgraded(to: link.origin) == true)
        } catch { throw refusal(of: link, losing: error) }
    }

    /// Throws if a request to another origin would do something else without the parts that stay at home.
    package func check(_ request: HTTPRequest) throws(APIError) {
        do { try request.check(without: headers.withheld) } catch { throw refusal(of: request, losing: error) }
    }

    /// Removes the configuration's parts from a request that an adapter has moved to another origin: the configuration's query, the items
    /// that earlier adapters added, and those that the redaction hides. The configuration's secrets are removed even if the adapter wrote
    /// them again under another name, provided that they are long enough to be unmistakable.
    func removeOwn(from request: inout HTTPRequest, and added: Set<Query.Item>) throws(LostField) {
        let hidden = redaction.secrets
        let own = added.union(query)
        func isSecret(_ value: String?, _ isHidden: Bool) -> Bool {
            guard let value, secrets.contains(value) else { return false }
            return isHidden || value.utf8.count >= 8
        }
        try request.removeForeignFields { field, _ in isSecret(field.value, hidden.hides(field.name)) }
        try request.removeForeignItems { item, isAddition in
            let isHidden = hidden.hides(item: item.name)
            return isSecret(item.value, isHidden) || !isAddition && (isHidden || own.contains(item))
        }
    }

    /// The error for a request that can't go to its origin without one of its fields.
    func refusal(of request: HTTPRequest, losing field: LostField) -> APIError {
        let reason = field.reason(leaving: origin, by: policy)
        return APIError(.invalidRequest, "The request can't be sent: \(reason).", request: request)
    }
}
