/// A way in which a service names the pages of its lists; a value of it names one page. Ready-made are ``PageNumber``, ``PageOffset``,
/// ``PageCursor`` and ``PageLink``; one of your own may put the name into a header field, or into the body.
///
/// `list` is always the endpoint's own route, so that whatever it asks for is asked for on every page.
public protocol PagingStrategy<Response>: Sendable {
    associatedtype Response: PaginatedResponse, Sendable where Response.Element: Sendable

    /// Makes the route to the list one to this page.
    func apply(to list: inout Route)

    func next(after reply: EndpointKit.Response<Response>, in list: Route) throws -> Self?

    /// See ``PaginatedRequest/remainingPages(after:)``.
    func remainingPages(after reply: EndpointKit.Response<Response>, in list: Route) -> Int?

    /// See ``PaginatedRequest/page(_:after:)``.
    func page(_ distance: Int, after reply: EndpointKit.Response<Response>, in list: Route) -> Self?

    /// Whether the page is at another origin than its list, so that nothing secret of the endpoint's may go there: neither header fields that
    /// ``Redaction/standard`` names, nor what its adapters add. False by default.
    var isCrossOrigin: Bool { get }
}

extension PagingStrategy {
    public func remainingPages(after reply: EndpointKit.Response<Response>, in list: Route) -> Int? { nil }
    public func page(_ distance: Int, after reply: EndpointKit.Response<Response>, in list: Route) -> Self? { nil }
    public var isCrossOrigin: Bool { false }
}

extension Route {
    /// The query item that names a page, wherever the endpoint has it: in its query, or in that of its URL.
    subscript(pageItem name: String) -> String? {
        query[name] ?? baseURL.flatMap { Query(encoded: URIReference($0.absoluteString).query.map(String.init) ?? "")[name] }
    }

    /// Puts it in the place of what the endpoint says, and leaves all else as it was written.
    mutating func setPageItem(_ name: String, to value: some QueryValue) {
        if let url = baseURL {
            var reference = URIReference(url.absoluteString)
            if let own = reference.query.take(), let bare = URL(string: reference.text) {
                baseURL = bare
                var joined = Query(encoded: String(own))
                joined.append(query)
                query = joined
            }
        }
        query.replace(name, with: value)
    }
}

extension Query {
    /// One item in the place of the first of that name, and none of the others; at the end where there is none.
    fileprivate mutating func replace(_ name: String, with value: some QueryValue) {
        var item = Query()
        value.append(to: &item, name: name)
        let items = rawItems
        guard let place = items.firstIndex(where: { decodedName(of: $0) == name }) else { return append(item) }
        var kept = items.filter { decodedName(of: $0) != name }
        kept.insert(item.bytes[...], at: place)
        bytes = Array(kept.joined(separator: CollectionOfOne(UInt8(ascii: "&"))))
    }
}
