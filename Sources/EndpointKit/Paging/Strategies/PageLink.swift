/// A page by its address, as the page before it gives it in a `Link` field (RFC 8288): `Link: <https://…?page=2>; rel="next"`.
///
/// The address is followed as it is, relative to that of the response. What the configuration and the authentication add to every query is
/// left out of it where the service repeats it, so that it is there once. Credentials don't follow an address at another origin, nor do header
/// fields and adapters of the endpoint's own; from there no link is followed to a third one, or back, and none from https to http.
public struct PageLink<Response: PaginatedResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// Of the link: `next`.
    public var relation: String
    /// nil for the page that the endpoint itself asks for.
    public private(set) var target: URL?
    public private(set) var isCrossOrigin = false

    public init(relation: String = "next") { self.relation = relation }

    public func apply(to list: inout Route) {
        guard let target else { return }
        (list.baseURL, list.path, list.query) = (target, "", [:])
    }

    public func next(after reply: EndpointKit.Response<Response>, in list: Route) throws -> Self? {
        guard let link = LinkHeader(reply.headers)[relation] else { return nil }
        let page = Answered(page: self, list: list, reply: reply)
        var address = URIReference(link.target).resolved(against: page.address)
        var next = self
        do {
            next.isCrossOrigin = try page.isCrossOrigin(address)
        } catch {
            let text = Redaction.standard.redact(urlText: address.text)
            throw APIError(.paging, "The link to the next page, \"\(text)\", can't be followed: it \(error.reason).")
        }
        page.removeRepeated(from: &address, isCrossOrigin: next.isCrossOrigin)
        address.fragment = nil
        next.target = URL(string: address.text)
        return next
    }

    /// A page that has come, and what was asked for it.
    private struct Answered {
        let page: PageLink
        let list: Route
        let reply: EndpointKit.Response<Response>
        let address: URIReference

        init(page: PageLink, list: Route, reply: EndpointKit.Response<Response>) {
            (self.page, self.list, self.reply) = (page, list, reply)
            address = URIReference(reply.http.address ?? "")
        }

        func isCrossOrigin(_ target: URIReference) throws(Location.Refusal) -> Bool {
            let origin = try Location.parse(target.text).get().origin
            let here = try? Location.parse(address.text).get().origin
            let start = try? reply.redirects.first.map { try Location.parse($0.request.url).get().origin } ?? here
            let wasElsewhere = page.isCrossOrigin || here != start
            if origin == here { return wasElsewhere }
            if wasElsewhere { throw Location.Refusal(reason: "leads on from another origin than the list's") }
            if here?.scheme == .https, origin.scheme == .http { throw Location.Refusal(reason: "leads from https to http") }
            if list.body != nil { throw Location.Refusal(reason: "leads to another origin, and the request has a body") }
            return true
        }

        /// Takes out what will be added to it afresh, and what is secret in the endpoint's own query where that may not go.
        func removeRepeated(from target: inout URIReference, isCrossOrigin: Bool) {
            var asked = list
            page.apply(to: &asked)
            let own = Set(asked.query).union(Query(of: asked.baseURL.map { URIReference($0.absoluteString) }))
            var repeated = Set(Query(of: address).filter { !own.contains($0) })
            // What redirects put there is the service's own.
            if !reply.redirects.isEmpty { repeated = repeated.filter { Redaction.standard.hides($0.name) } }
            if isCrossOrigin { repeated.formUnion(list.query.filter { Redaction.standard.hides($0.name) }) }

            var query = Query(of: target)
            query.removeItems { repeated.contains($0) }
            target.query = query.isEmpty ? nil : Substring(query.encoded)
        }
    }
}

extension Query {
    fileprivate init(of reference: URIReference?) { self.init(encoded: reference?.query.map(String.init) ?? "") }
}

extension PagingStrategy {
    /// The address in the response's `Link` field.
    public static func link<R: PaginatedResponse & Sendable>(_ relation: String = "next") -> Self
    where Self == PageLink<R>, R.Element: Sendable {
        PageLink(relation: relation)
    }
}
