import EndpointKit

/// The parts of a request that count when it is compared with a recorded or a stubbed one. Hidden values are left out.
struct RequestShape: Hashable, Sendable {
    var method: String
    /// nil if any origin matches.
    var origin: String?
    var path: String
    /// Sorted by name; items of the same name keep their order.
    var items: [Query.Item]
    /// The fields that count, with names in lower case.
    var headers: [HTTPHeaders.Field] = []
    /// nil if any body matches.
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

    /// The items by name. An item whose bytes aren't UTF-8 stays encoded, because decoded it would equal others.
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
    /// Whether a request may be the recorded one, although its path, query or body has a value that the recording hides. The recording
    /// hides a value because of its name in any of its exchanges, but the request alone may have the value under another name.
    func mayBe(_ asked: RequestShape) -> Bool {
        let (segments, others) = (path.components(separatedBy: "/"), asked.path.components(separatedBy: "/"))
        var same = asked
        (same.path, same.items, same.body) = (path, items, body)
        return same == self && segments.count == others.count && zip(segments, others).allSatisfy { HiddenParts.mayBe($0, $1) }
            && HiddenParts.mayBe(items, asked.items)
            && (body == asked.body || body.map { body in asked.body.map(body.mayBe) ?? false } ?? false)
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

    /// Whether a request's body may be the recorded one, in which a value is hidden.
    func mayBe(_ asked: RequestShapeBody) -> Bool {
        switch (self, asked) {
        case (.json(let recorded), .json(let asked)): return recorded.mayBe(asked)
        case (.form(let recorded), .form(let asked)): return HiddenParts.mayBe(recorded, asked)
        case (.bytes(let recorded), .bytes(let asked)):
            guard let recorded = String(validating: recorded, as: UTF8.self), let asked = String(validating: asked, as: UTF8.self) else {
                return false
            }
            return HiddenParts.mayBe(recorded, asked)
        default: return self == asked
        }
    }
}

/// Compares a request with a recorded one that hides values.
enum HiddenParts {
    /// Whether the hidden parts of a recorded text may be the parts at the same positions of another text.
    static func mayBe(_ recorded: String, _ asked: String) -> Bool {
        // A value that a replay gave to its client matches only itself.
        let isSame = ExactText(recorded) == ExactText(asked)
        if isSame || HiddenForm.isHidden(asked) { return isSame }
        let parts = parts(of: recorded)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            if case .date = HiddenForm(recorded) { return false }
            return HiddenForm.isHidden(recorded)
        }
        let bytes = Array(asked.utf8)
        guard bytes.count >= first.count + last.count, bytes.starts(with: first), bytes.suffix(last.count).elementsEqual(last) else {
            return false
        }
        var rest = bytes[first.count..<bytes.count - last.count]
        for part in parts.dropFirst().dropLast() {
            guard let range = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// The texts around the hidden values.
    private static func parts(of recorded: String) -> [[UInt8]] {
        let mark = Array(HiddenNumbers.text.utf8)
        var (parts, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], Array(recorded.utf8)[...])
        while let hidden = rest.firstRange(of: mark) {
            parts.append(Array(rest[..<hidden.lowerBound]))
            rest = rest[hidden.upperBound...]
            guard rest.first == UInt8(ascii: "-") else { continue }
            let digits: ArraySlice<UInt8> = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            if !digits.isEmpty { rest = rest[digits.endIndex...] }
        }
        return parts + [Array(rest)]
    }

    /// Names are compared by their bytes. An item without a value doesn't match an item with an empty value.
    static func mayBe(_ recorded: [Query.Item], _ asked: [Query.Item]) -> Bool {
        recorded.count == asked.count
            && zip(recorded, asked).allSatisfy { recorded, asked in
                guard recorded != asked else { return true }
                guard recorded.isNamed(asked.name), let value = recorded.value, let other = asked.value else { return false }
                return mayBe(value, other)
            }
    }
}

extension ExactJSON {
    /// Whether a document may be the recorded one, in which some strings are hidden.
    func mayBe(_ asked: ExactJSON) -> Bool {
        switch (self, asked) {
        case (.string(let recorded), .string(let asked)): HiddenParts.mayBe(recorded.text, asked.text)
        case (.array(let recorded), .array(let asked)):
            recorded.count == asked.count && zip(recorded, asked).allSatisfy { $0.mayBe($1) }
        case (.object(let recorded), .object(let asked)):
            recorded.count == asked.count && zip(recorded, asked).allSatisfy { $0.key == $1.key && $0.value.mayBe($1.value) }
        default: self == asked
        }
    }
}
