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
