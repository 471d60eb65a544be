/// Tracks who added what to a call's requests, and which parts may leave home.
///
/// The configuration, the adapters and the authentication each add query items and fields. A redirect, a link and an adapter may lead to
/// another origin, and a server may repeat the query that it received. This type handles all of these cases.
package struct Provenance: Sendable {
    package let home: Home
    /// The requests of all attempts whose query an adapter or the authentication has changed. Few calls have any.
    private var edited: [HTTPRequest] = []
    /// The items that were added to their queries.
    private var added: Set<Query.Item> { Set(edited.flatMap(\.addedItems)) }
    /// The items of an earlier request that the last response may repeat, because that response was stored.
    package var echoes: EchoedItems?

    package init(_ home: Home) { self.home = home }

    /// Notes what an adapter or the authentication has added to a request, and removes the parts that aren't meant for its origin. Throws
    /// if the request would do something else without them.
    ///
    /// - Parameters:
    ///   - original: the request before any adapter.
    ///   - before: the request before this adapter.
    ///   - isClients: whether the adapter belongs to the client. What such an adapter adds is meant only for the configured origins.
    package mutating func check(
        _ adapted: inout HTTPRequest, from original: HTTPRequest, before: HTTPRequest, isClients: Bool = false
    ) throws(APIError) {
        let isMoved = adapted.base !== before.base && home.separates(adapted.origin, from: before.origin)
        adapted.copySettings(of: before, isAtHome: !isMoved)
        // The adapter may have returned a request that didn't come from `before`.
        adapted.keep(earlier: before)
        do {
            if isMoved {
                // The other origin gets what this adapter added for it, and otherwise only what may cross origins.
                try adapted.leaveHome(by: home.policy)
                try home.removeOwn(from: &adapted, and: added)
            } else if isClients && !home.receives(adapted)
                || adapted.base !== original.base && home.separates(adapted.origin, from: original.origin)
            {
                // What other adapters added is meant for the origin that this adapter has left.
                try adapted.removeAdditions(by: home.policy)
            }
        } catch {
            throw home.refusal(of: adapted, losing: error)
        }
        if adapted.query != before.query { edited.append(adapted) }
    }

    /// The query items that the authentication, the adapters and the configuration add again to each request.
    ///
    /// - Parameter configured: whether the configuration's items are included.
    package func itemsAddedAgain(from first: HTTPRequest, to last: HTTPRequest, configured: Bool = true) -> AddedItems {
        AddedItems((configured ? home.itemsOfLinks : []).union(added).union(first.addedItems).union(last.addedItems), echoes)
    }

    /// The query items that must not go to another origin, even if a server repeats them: those of the configuration and the adapters,
    /// those that the authentication added to the first or the last request, and the first request's own secrets.
    package func itemsForHome(from first: HTTPRequest, to last: HTTPRequest) -> AddedItems {
        let secrets = first.redaction.secrets
        return AddedItems(
            home.items.union(added).union(first.addedItems).union(last.addedItems)
                .union(first.query.filter { secrets.hides(item: $0.name) }), echoes, underAnyName: true)
    }

    /// Only the query items that the authentication has added to a request.
    func itemsOfSignature(of request: HTTPRequest) -> AddedItems { AddedItems(Set(request.addedItems), echoes) }
}
