internal import EndpointKit

/// The range of elements that a request asks for with `page` and `per_page`.
struct PageWindow {
    /// The most results that a search returns, however many it finds.
    static let reachable = 1000

    let page: Int
    let size: Int

    /// Ignores a `page` or `per_page` that is not a number, and uses the defaults: page 1, 30 items.
    init(_ query: Query) {
        page = min(max(1, query["page"].flatMap { Int($0) } ?? 1), Self.reachable + 1)
        size = min(max(1, query["per_page"].flatMap { Int($0) } ?? 30), 100)
    }

    var range: Range<Int> { (page - 1) * size..<page * size }

    /// The value of the `Link` field, whose links keep the request's other parameters. nil where there is only one page.
    func link(from request: HTTPRequest, total: Int) -> String? {
        let last = max(1, (min(total, Self.reachable) + size - 1) / size)
        var links: [(relation: String, page: Int)] = []
        if page > 1 { links.append(("prev", page - 1)) }
        if page < last { links += [("next", page + 1), ("last", last)] }
        if page > 1 { links.append(("first", 1)) }
        let fields = links.map { link in
            var query = request.query
            query.removeAll(named: "page")
            query.append("page", "\(link.page)")
            let target = HTTPRequest(origin: request.origin, path: request.path, query: query)
            return "<\(target.urlText)>; rel=\"\(link.relation)\""
        }
        return fields.isEmpty ? nil : fields.joined(separator: ", ")
    }
}
