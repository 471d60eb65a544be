package import EndpointKit

extension Redaction {
    /// The body without its secrets, with a mark for each.
    package func scrub(body: [UInt8], contentType: String?) -> [UInt8] { Inspection(self).body(body, contentType: contentType) }
}

// A cassette stores every part of a message except the values of hidden names. By contrast, a description shows only what is known to be
// harmless (see ``Redaction``).
extension Inspection {
    /// The URL without hidden values; query items that authentication added keep only their names.
    func url(of request: HTTPRequest) -> String {
        if redaction.hidesNothing { return request.urlText }
        var bare = request
        bare.query = [:]
        let origin = bare.origin.description
        var path = String(Substring(bare.urlText.utf8.dropFirst(origin.utf8.count)))
        for secret in request.path.secrets where path.contains(secret) { path = path.replacing(secret, with: hide(secret, .value)) }
        let shown = self.path(Array(path.utf8)[...], 0).map { String(decoding: $0, as: UTF8.self) } ?? path
        return origin + shown + (request.query.isEmpty ? "" : "?" + query(of: request))
    }

    private func query(of request: HTTPRequest) -> String {
        let (own, added) = request.dividedQuery
        let shown = added.map { item in
            let name = PercentEncoding.encoded(item.name)
            guard let value = item.value else { return hide(item.name, .value) }
            return "\(name)=\(redaction.isShown(item.name) ? PercentEncoding.encoded(value) : hide(value, .value))"
        }
        let bytes = own.bytes
        return ([String(decoding: items(bytes[...], 0) ?? Array(bytes), as: UTF8.self)] + shown).filter { !$0.isEmpty }
            .joined(separator: "&")
    }

    /// A URL that may be invalid.
    func url(_ text: String) -> String {
        if redaction.hidesNothing { return text }
        let bytes = Array(text.utf8)
        // The fragment is omitted, but its secrets are learned.
        return String(decoding: (url(bytes[...], 0) ?? bytes).prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
    }

    /// The fields of a request. The values that authentication added are hidden.
    func headers(of request: HTTPRequest) -> HTTPHeaders {
        if redaction.hidesNothing { return request.headers }
        let marked = redaction.markedHeaders(of: request)
        var headers = HTTPHeaders()
        for (field, marked) in zip(request.headers, marked) {
            headers.append(field.name, field.value == marked.value ? value(of: field) : hide(field.value, .field(field)))
        }
        return headers
    }

    func headers(_ fields: HTTPHeaders) -> HTTPHeaders {
        if redaction.hidesNothing { return fields }
        var headers = HTTPHeaders()
        for field in fields { headers.append(field.name, value(of: field)) }
        return headers
    }

    private func value(of field: HTTPHeaders.Field) -> String {
        if redaction.hides(field.name) { return hide(field.value, .field(field)) }
        if redaction.isShown(field.name) { return field.value }
        let isURL = ["location", "content-location", "referer"].contains(field.name.lowercased())
        let shown = isURL && JSONText.endOfDocument(Array(field.value.utf8)[...]) == nil ? url(field.value) : field.value
        return shown == field.value ? text(shown) : shown
    }

    // MARK: Bodies

    /// The body without its secrets. Its type is only a hint: a body that looks like JSON or like a multipart form is read as such.
    func body(_ body: [UInt8], contentType: String?) -> [UInt8] {
        redaction.hidesNothing ? body : self.body(body[...], contentType: contentType, 0) ?? body
    }

    private func body(_ body: ArraySlice<UInt8>, contentType: String?, _ level: Int) -> [UInt8]? {
        let type = MediaType(contentType ?? "")
        if level < Self.depth, let boundary = Self.boundary(of: body, type) { return parts(of: body, boundary: boundary, level) }
        if type.name == "application/x-www-form-urlencoded", Self.isForm(body) { return items(body, level) }
        if type.name == "text/event-stream" { return events(body, level) }
        return value(body, level, isBody: true, isCode: type.name == "application/graphql")
    }

    private static func isForm(_ body: ArraySlice<UInt8>) -> Bool {
        let text = body.prefix((body.lastIndex { $0 > 0x20 } ?? body.startIndex - 1) + 1 - body.startIndex)
        if let first = text.first, "<{[".utf8.contains(first) { return false }
        return !Self.isURL(text) && !text.contains { $0 <= 0x20 } && JSONText.endOfDocument(text) == nil
    }

    /// The boundary from the type, or from a first line that precedes the head of a part. JSON text may contain a boundary.
    private static func boundary(of body: ArraySlice<UInt8>, _ type: MediaType) -> [UInt8]? {
        if type.name.hasPrefix("multipart/"), let boundary = type.parameter("boundary"), !boundary.isEmpty,
            body.firstRange(of: "--\(boundary)".utf8) != nil, JSONText.endOfDocument(body) == nil
        {
            return Array("--\(boundary)".utf8)
        }
        // RFC 2046, section 5.1.1, limits a boundary to 70 characters.
        let line = body.prefix(80).prefix { $0 > 0x20 }
        let head = body[line.endIndex...].prefix(10).drop { $0 == 0x0D || $0 == 0x0A }
        let isPart = line.starts(with: "--".utf8) && line.count > 2 && head.count < 10
        return isPart && String(decoding: head, as: UTF8.self).lowercased().hasPrefix("content-") ? Array(line) : nil
    }

    private func parts(of body: ArraySlice<UInt8>, boundary: [UInt8], _ level: Int) -> [UInt8]? {
        var edits = Edits(body)
        for part in body.split(separator: boundary, omittingEmptySubsequences: false) {
            guard let headEnd = part.firstRange(of: "\r\n\r\n".utf8) ?? part.firstRange(of: "\n\n".utf8) else {
                if let shown = value(part, level + 1) { edits.replace(part.indices, with: shown) }
                continue
            }
            let head = part[..<headEnd.lowerBound]
            if let shown = value(head, level + 1) { edits.replace(head.indices, with: shown) }
            // The line ending before the next boundary isn't part of the content.
            let end = part.endIndex - (part.suffix(2).elementsEqual("\r\n".utf8) ? 2 : part.last == 0x0A ? 1 : 0)
            let content = part[headEnd.upperBound..<max(headEnd.upperBound, end)]
            let fields = Self.fields(ofPart: head)
            if redaction.hides(MediaType(fields["content-disposition"] ?? "").parameter("name") ?? "") {
                edits.replace(content.indices, with: hide(String(decoding: content, as: UTF8.self), .value).utf8)
            } else if let shown = self.body(content, contentType: fields["content-type"], level + 1) {
                edits.replace(content.indices, with: shown)
            }
        }
        return edits.shown
    }

    private static func fields(ofPart head: ArraySlice<UInt8>) -> [String: String] {
        let lines = head.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self).split(separator: ":", maxSplits: 1) }
        return Dictionary(lines.filter { $0.count == 2 }.map { ($0[0].lowercased(), String($0[1].trimming { $0 == " " })) }) { first, _ in
            first
        }
    }
}
