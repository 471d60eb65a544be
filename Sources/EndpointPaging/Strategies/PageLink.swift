/// Identifies a page by its address, which is in the `Link` field of the previous page (RFC 8288), `Link: <https://…?page=2>; rel="next"`, or
/// in the body of that page if it is a ``LinkedResponse``.
///
/// The address comes from the service, so the rules for redirects apply: see ``RedirectPolicy``. It is resolved against the URL of the
/// response, and requested as it was sent. If the service repeats items that adapters and authentication added to the previous page, they are
/// removed, and added again at the list's own origin. The configuration's query items are added unless the address already has them, or
/// ``addsConfiguredQuery`` is false. A page at another origin, and all pages after it, are requested without credentials. Links aren't
/// followed from https to http, to the list's first page, or to their own page. A page that isn't empty and whose
/// ``PaginatedResponse/hasNextPage`` is false ends the list, whatever its link. A page without a link that declares this property as true is
/// an error of code ``APIError/Code/paging``, unless ``endsWithoutLink`` is true.
public struct PageLink<Response: PaginatedResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// The relation of the link in the `Link` field: `next` by default.
    public var relation: String
    /// Whether the configuration's query items are added to a link that lacks them and leads to the list's own origin. True by default. Set
    /// it to false for a service that rejects any query items other than those in its links.
    public var addsConfiguredQuery: Bool
    /// Whether a page without a link ends the list even if it says that more pages follow. False by default. Set it to true for a service
    /// that means the end of the list by such a page.
    public var endsWithoutLink: Bool
    /// The address; nil for the page that the endpoint itself requests.
    public private(set) var target: URL?
    /// Whether this address, or that of an earlier page, is cross-origin to the list. False for the page that the endpoint itself requests.
    public private(set) var isCrossOrigin = false
    /// The address of the list's first page, without the items that were added to it.
    private var first: String?

    /// The first page of a list.
    public init(relation: String = "next", addsConfiguredQuery: Bool = true, endsWithoutLink: Bool = false) {
        self.relation = relation
        self.addsConfiguredQuery = addsConfiguredQuery
        self.endsWithoutLink = endsWithoutLink
    }

    // The position may have been stored by a version that lacked these settings.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        relation = try members.decode(String.self, forKey: .relation)
        addsConfiguredQuery = try members.decodeIfPresent(Bool.self, forKey: .addsConfiguredQuery) ?? true
        endsWithoutLink = try members.decodeIfPresent(Bool.self, forKey: .endsWithoutLink) ?? false
        target = try members.decodeIfPresent(URL.self, forKey: .target)
        isCrossOrigin = try members.decode(Bool.self, forKey: .isCrossOrigin)
        first = try members.decodeIfPresent(String.self, forKey: .first)
    }

    public func apply(to list: inout Route) {
        guard let target else { return }
        (list.baseURL, list.path, list.query) = (target, "", [:])
        list.link = isCrossOrigin ? .away : addsConfiguredQuery ? .home : .unchanged
    }

    public func next(after response: EndpointClient.Response<Response>, in list: Route) throws -> Self? {
        let page = response.value
        // By default, no page follows an empty one, but a link shows that another page does.
        guard page.hasNextPage || page.elements.isEmpty else { return nil }
        guard let link = link(of: response) else { return try response.end(isMeant: endsWithoutLink || !page.promisesNextPage) }
        return try following(link, of: response, in: list)
    }

    public func previous(before response: EndpointClient.Response<Response>, in list: Route) throws -> Self? {
        guard let link = LinkHeader(response.headers)["prev"] ?? LinkHeader(response.headers)["previous"] else { return nil }
        return try following(link.target, of: response, in: list, isPrevious: true)
    }

    private func following(
        _ link: String, of response: EndpointClient.Response<Response>, in list: Route, isPrevious: Bool = false
    ) throws -> Self {
        let here = response.http.address ?? response.request.urlText
        let own = bare(here, of: response, in: list, isCrossOrigin: true)
        var next = self
        next.first = first ?? own
        do throws(Location.Refusal) {
            var location = try RedirectRules.target(link, from: here)
            let (home, adapted, isAway) = (response.sent.home, response.sent.first.origin, response.request.isAway)
            // If an adapter has moved this page, it also moves the next one.
            if !isAway, location.origin == adapted { location.origin = home }
            next.isCrossOrigin = isCrossOrigin || isAway || !response.sent.isHome(location.origin)
            if next.isCrossOrigin, list.body != nil {
                throw Location.Refusal(reason: "leads to another origin, and the request has a body")
            }
            let target = bare(location, of: response, in: list, isCrossOrigin: next.isCrossOrigin)
            let compared = bare(location, of: response, in: list, isCrossOrigin: true).text
            if list.body == nil, compared == own { throw Location.Refusal(reason: "leads to the same page") }
            if list.body == nil, compared == next.first, !isPrevious { throw Location.Refusal(reason: "leads to the first page") }
            next.target = URL(string: target.text)
        } catch {
            let text = response.request.redaction.redact(urlText: URIReference(link).resolved(against: URIReference(here)).text)
            throw response.paging(
                "has a link to the \(isPrevious ? "previous" : "next") page, \"\(text)\", that can't be followed: it \(error.reason)")
        }
        return next
    }

    private func link(of response: EndpointClient.Response<Response>) -> String? {
        guard let linked = response.value as? any LinkedResponse else { return LinkHeader(response.headers)[relation]?.target }
        return linked.nextLink.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func bare(
        _ text: String, of response: EndpointClient.Response<Response>, in list: Route, isCrossOrigin: Bool
    ) -> String? {
        guard var location = try? Location.parse(text).get() else { return nil }
        if location.origin == response.sent.first.origin { location.origin = response.sent.home }
        return bare(location, of: response, in: list, isCrossOrigin: isCrossOrigin).text
    }

    /// Removes the items that will be added again and, for a cross-origin target, the secrets of the page's own query.
    private func bare(
        _ location: Location, of response: EndpointClient.Response<Response>, in list: Route, isCrossOrigin: Bool
    ) -> Location {
        let secrets = response.request.redaction.secrets
        // A secret that was added before, such as a signature, is added again.
        let added = addsConfiguredQuery ? response.sent.addedItems : response.sent.itemsOfAdapters
        let names = added.names.filter { secrets.hides(item: $0) }
        let repeated =
            isCrossOrigin
            ? response.sent.itemsForHome.union(list.query.filter { secrets.hides(item: $0.name) }) : added
        var location = location
        location.query.removeItems { repeated.contains($0) || names.contains($0.name) }
        return location
    }
}

extension PagingStrategy {
    /// Pages by the address in the response's `Link` field, or in the body of a ``LinkedResponse``.
    ///
    /// - Parameters:
    ///   - relation: the relation of the link in the `Link` field.
    ///   - addsConfiguredQuery: whether the configuration's query items are added to a link that lacks them.
    ///   - endsWithoutLink: whether a page without a link ends the list even if it says that more pages follow, which is otherwise an error.
    public static func link<R: PaginatedResponse & Sendable>(
        _ relation: String = "next", addsConfiguredQuery: Bool = true, endsWithoutLink: Bool = false
    ) -> Self where Self == PageLink<R>, R.Element: Sendable {
        PageLink(relation: relation, addsConfiguredQuery: addsConfiguredQuery, endsWithoutLink: endsWithoutLink)
    }
}
