/// Identifies a page by its address in the `Link` field of the page before it (RFC 8288): `Link: <https://…?page=2>; rel="next"`.
///
/// The address is resolved against that of the response, and followed as it was sent. Only what adapters and authentication added to the
/// page before is added anew where the service repeats it, secrets also where it has changed their values. The configuration's query items
/// are added unless the address has them. A cross-origin page is requested without credentials, the endpoint's secret header fields and its
/// adapters. Links aren't followed from a cross-origin page to another origin, from https to http, nor to the page that has them.
public struct PageLink<Response: PaginatedResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// The relation of the link: `next` by default.
    public var relation: String
    /// The address; nil for the page that the endpoint itself requests.
    public private(set) var target: URL?
    /// Whether the address is cross-origin to the list. False for the page that the endpoint itself requests.
    public private(set) var isCrossOrigin = false

    /// The first page of a list.
    public init(relation: String = "next") { self.relation = relation }

    public func apply(to list: inout Route) {
        guard let target else { return }
        (list.baseURL, list.path, list.query) = (target, "", [:])
        list.isLink = true
    }

    public func next(after response: EndpointKit.Response<Response>, in list: Route) throws -> Self? {
        guard let link = LinkHeader(response.headers)[relation] else { return nil }
        let page = Answered(page: self, list: list, response: response)
        var address = URIReference(link.target).resolved(against: page.address)
        var next = self
        do throws(Location.Refusal) {
            next.isCrossOrigin = try page.isCrossOrigin(address)
            if page.isItself(address) { throw Location.Refusal(reason: "leads to the same page") }
        } catch {
            let text = page.redaction.redact(urlText: address.text)
            throw APIError(.paging, "The link to the next page, \"\(text)\", can't be followed: it \(error.reason).")
        }
        page.removeRepeated(from: &address, isCrossOrigin: next.isCrossOrigin)
        next.target = URL(string: address.text)
        return next
    }

    /// A page that has arrived, and its request.
    private struct Answered {
        let page: PageLink
        let list: Route
        let response: EndpointKit.Response<Response>
        let address: URIReference
        var redaction: Redaction { response.asked?.redaction ?? .standard }

        init(page: PageLink, list: Route, response: EndpointKit.Response<Response>) {
            (self.page, self.list, self.response) = (page, list, response)
            address = URIReference(response.http.address ?? "")
        }

        func isCrossOrigin(_ target: URIReference) throws(Location.Refusal) -> Bool {
            let origin = try Location.parse(target.text).get().origin
            let here = try? Location.parse(address.text).get().origin
            let start = try? response.redirects.first.map { try Location.parse($0.request.url).get().origin } ?? here
            let wasCrossOrigin = page.isCrossOrigin || here != start
            if origin == here { return wasCrossOrigin }
            if wasCrossOrigin { throw Location.Refusal(reason: "leads from a cross-origin page to another origin") }
            if here?.scheme == .https, origin.scheme == .http { throw Location.Refusal(reason: "leads from https to http") }
            if list.body != nil { throw Location.Refusal(reason: "leads to another origin, and the request has a body") }
            return true
        }

        func isItself(_ target: URIReference) -> Bool {
            var (own, target) = (address, target)
            removeRepeated(from: &own, isCrossOrigin: false)
            removeRepeated(from: &target, isCrossOrigin: false)
            guard list.body == nil, let own = try? Location.parse(own.text).get(), let target = try? Location.parse(target.text).get()
            else { return false }
            return own.origin == target.origin && own.path == target.path && own.query == target.query
        }

        /// Removes the fragment, items that will be added again, and for a cross-origin target the secrets of the page's own query.
        func removeRepeated(from target: inout URIReference, isCrossOrigin: Bool) {
            let secrets = redaction.secrets
            let own = Set(response.asked?.query ?? ownQuery)
            var repeated = Set(Query(of: address)).subtracting(own)
            // Items that redirects added belong to the service.
            if !response.redirects.isEmpty { repeated = repeated.filter { secrets.hides(item: $0.name) } }
            if isCrossOrigin { repeated.formUnion(own.union(list.query).filter { secrets.hides(item: $0.name) }) }

            // A secret that was added before is made anew, as a signature is.
            let secretNames = Set(repeated.map(\.name).filter { secrets.hides(item: $0) }).subtracting(own.map(\.name))
            var query = Query(of: target)
            query.removeItems { repeated.contains($0) || secretNames.contains($0.name) }
            target.fragment = nil
            target.query = query.isEmpty ? nil : Substring(query.encoded)
        }

        /// The query of the endpoint itself, without the items that the client adds.
        private var ownQuery: Query {
            var asked = list
            page.apply(to: &asked)
            var query = Query(of: asked.baseURL.map { URIReference($0.absoluteString) })
            query.append(asked.query)
            return query
        }
    }
}

extension Query {
    fileprivate init(of reference: URIReference?) { self.init(encoded: reference?.query.map(String.init) ?? "") }
}

extension PagingStrategy {
    /// Pages by the address in the response's `Link` field.
    public static func link<R: PaginatedResponse & Sendable>(_ relation: String = "next") -> Self
    where Self == PageLink<R>, R.Element: Sendable {
        PageLink(relation: relation)
    }
}
