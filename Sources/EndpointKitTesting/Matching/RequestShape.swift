import EndpointKit

/// The parts of a request that count when it is compared with a recorded or a stubbed one. Hidden values are left out.
struct RequestShape: Hashable, Sendable {
    var method: String
    /// nil if any origin will do.
    var origin: String?
    var path: String
    /// Sorted by name; items of the same name keep their order.
    var items: [Query.Item]
    /// The fields that count, with names in lower case.
    var headers: [HTTPHeaders.Field] = []
    /// nil if any body will do.
    var body: RequestShapeBody?
    /// Whether another request may have more items and fields than this one.
    var allowsMore = false

    /// - Parameters:
    ///   - url: redacted, as an absolute URL.
    ///   - headers: redacted.
    init(method: String, url: String, headers: HTTPHeaders, body: RequestShapeBody?, by matching: RequestMatching) {
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

    /// The origin of a URL, in its usual form: without the default port.
    static func origin(of url: String) -> String {
        if case .success(let location) = Location.parse(url) { return location.origin.description }
        let reference = URIReference(url)
        return "\(reference.scheme ?? "")://\(reference.authority ?? "")".lowercased()
    }

    /// The items by name. One whose bytes aren't UTF-8 stays as it is written: decoded, it would be the same as others.
    static func items(_ text: String) -> [Query.Item] {
        let query = Query(encoded: text)
        let items = query.rawItems.map { raw in
            let item = query.decoded(raw)
            let isDecoded = !item.name.contains("\u{FFFD}") && item.value?.contains("\u{FFFD}") != true
            return isDecoded ? item : Query.Item(name: String(decoding: raw, as: UTF8.self), value: nil)
        }
        let order = items.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
        return order.map(\.element)
    }
}

extension RequestShape {
    /// Whether a request may be the recorded one, although its path or query has a value that the recording hides: a value is hidden
    /// because of its name in any exchange of the recording, and the request alone may have it in its path only.
    func mayBe(_ asked: RequestShape) -> Bool {
        let (segments, others) = (path.components(separatedBy: "/"), asked.path.components(separatedBy: "/"))
        var same = asked
        (same.path, same.items) = (path, items)
        return same == self && segments.count == others.count && items.map(\.name) == asked.items.map(\.name)
            && zip(segments, others).allSatisfy { Self.mayBe($0, $1) }
            && zip(items, asked.items).allSatisfy { $0 == $1 || Self.mayBe($0.value ?? "", $1.value ?? "") }
    }

    private static func mayBe(_ recorded: String, _ asked: String) -> Bool {
        // What a replay gave to its client is that value, and no other.
        let isSame = ExactText(recorded) == ExactText(asked)
        if isSame || HiddenForm.isHidden(asked) { return isSame }
        guard let hidden = recorded.firstRange(of: HiddenNumbers.text) else {
            if case .date = HiddenForm(recorded) { return false }
            return HiddenForm.isHidden(recorded)
        }
        let end = recorded[hidden.upperBound...].trimmingPrefix(/-[0-9]+/)
        return asked.hasPrefix(recorded[..<hidden.lowerBound]) && asked.hasSuffix(end)
    }
}

extension RequestShape: CustomStringConvertible {
    /// `GET https://host/path?limit=20`.
    var description: String {
        let query = items.map { Redaction.standard.redact($0) }.joined(separator: "&")
        return "\(method) \(origin ?? "")\(shownPath)\(query.isEmpty ? "" : "?" + query)".visibleLine(limit: 300)
    }

    var shownPath: String { Redaction.standard.redact(path: path) }
}

/// A request's body, in the form in which it is compared.
enum RequestShapeBody: Hashable, Sendable {
    case empty
    case json(ExactJSON)
    case form([Query.Item])
    case bytes(Data)

    /// - Parameter body: redacted.
    init(_ body: [UInt8], contentType: String?) {
        let type = MediaType(contentType ?? "")
        if body.isEmpty {
            self = .empty
        } else if type.name == "application/x-www-form-urlencoded", let text = String(validating: body, as: UTF8.self) {
            self = .form(RequestShape.items(text))
        } else if BodyText.isJSON(body), let value = ExactJSON(parsing: body) {
            self = .json(value)
        } else {
            // Each multipart body has a random boundary.
            let boundary = type.name.hasPrefix("multipart/") ? type.parameter("boundary") ?? "" : ""
            self = .bytes(Data(boundary.isEmpty ? body : body.replacing(boundary.utf8, with: "boundary".utf8)))
        }
    }
}
