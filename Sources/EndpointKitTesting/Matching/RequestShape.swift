package import EndpointKit

/// The parts of a request that are compared with those of a recorded or stubbed request. Hidden values are omitted.
package struct RequestShape: Hashable, Sendable {
    var method: String
    /// nil if any origin matches.
    package var origin: String?
    package var path: String
    /// Sorted by name; items with the same name keep their order.
    package var items: [Query.Item]
    /// The fields to compare, with names in lower case.
    var headers: [HTTPHeaders.Field] = []
    /// nil if any body matches.
    package var body: RequestShapeBody?
    /// Whether another request may have more items and fields than this one.
    var allowsMore = false
    /// Whether the path is shown as it is, because a test has written it.
    var showsPath = false

    /// - Parameters:
    ///   - url: redacted, as an absolute URL.
    ///   - headers: redacted.
    package init(method: String, url: String, headers: HTTPHeaders, body: RequestShapeBody?, by matching: RequestMatching) {
        self.method = method
        let reference = URIReference(url)
        origin = matching.comparesOrigin ? Self.origin(of: url) : nil
        path = reference.path.isEmpty ? "/" : String(reference.path)
        items = Self.items(String(reference.query ?? "")).filter { item in
            item.value != Redaction.mark && !matching.ignoredItems.contains(item.name)
        }
        for name in matching.headers {
            for value in headers.values(for: name) where value != Redaction.mark {
                self.headers.append(HTTPHeaders.Field(name: name.lowercased(), value: value))
            }
        }
        self.body = matching.comparesBody ? body ?? .empty : nil
    }

    package static func == (a: RequestShape, b: RequestShape) -> Bool {
        ExactText(a.method) == ExactText(b.method) && a.origin.map(ExactText.init) == b.origin.map(ExactText.init)
            && ExactText(a.path) == ExactText(b.path) && a.items == b.items && a.headers == b.headers && a.body == b.body
            && a.allowsMore == b.allowsMore
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(method))
        hasher.combine(ExactText(path))
        hasher.combine(items)
    }

    /// The origin of a URL in its usual form, without the default port.
    package static func origin(of url: String) -> String {
        if case .success(let location) = Location.parse(url) { return location.origin.description }
        let reference = URIReference(url)
        return "\(reference.scheme ?? "")://\(reference.authority ?? "")".lowercased()
    }

    /// The items, sorted by name. An item whose bytes aren't UTF-8 remains encoded, because after decoding it would equal other items.
    package static func items(_ text: String) -> [Query.Item] {
        let query = Query(encoded: text)
        let items = query.rawItems.map { raw in
            let item = query.decoded(raw)
            let isDecoded = !item.name.contains("\u{FFFD}") && item.value?.contains("\u{FFFD}") != true
            return isDecoded ? item : Query.Item(name: String(decoding: raw, as: UTF8.self), value: nil)
        }
        let order = items.enumerated().sorted { (ExactText($0.element.name), $0.offset) < (ExactText($1.element.name), $1.offset) }
        return order.map(\.element)
    }
}

extension RequestShape: CustomStringConvertible {
    /// `GET https://host/path?limit=20`.
    package var description: String {
        let query = items.map { Redaction.standard.redact($0) }.joined(separator: "&")
        return "\(method) \(origin ?? "")\(shownPath)\(query.isEmpty ? "" : "?" + query)".visibleLine(limit: 300)
    }

    var shownPath: String { (showsPath ? Redaction.standard.showingPaths : .standard).redact(path: path) }
}

/// A request's body, in the form in which it is compared.
package enum RequestShapeBody: Hashable, Sendable {
    case empty
    case json(ExactJSON)
    case form([Query.Item])
    case bytes(Data)

    /// - Parameter body: redacted.
    package init(_ body: [UInt8], contentType: String?) {
        let type = MediaType(contentType ?? "")
        if body.isEmpty {
            self = .empty
        } else if type.name == "application/x-www-form-urlencoded", let text = String(validating: body, as: UTF8.self) {
            self = .form(RequestShape.items(text))
        } else if ExactJSON.mayBegin(body), let value = ExactJSON(parsing: body) {
            self = .json(value)
        } else {
            // Every multipart body has a random boundary.
            let boundary = type.name.hasPrefix("multipart/") ? type.parameter("boundary") ?? "" : ""
            self = .bytes(Data(boundary.isEmpty ? body : body.replacing(boundary.utf8, with: "boundary".utf8)))
        }
    }
}
