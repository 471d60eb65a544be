// Shows the parts of a message that are known to be harmless, and the lengths of all others.
extension Redaction {
    /// Whether the value of a query item, a form field or a cookie is shown.
    package func shows(_ value: some StringProtocol, ofItem name: String) -> Bool {
        isShown(name) || !hides(item: name) && (showsUnknown || value.isPlainValue)
    }

    /// The value of a query item, a form field or a cookie, or only its length if the value isn't shown.
    package func redact(value: some StringProtocol, ofItem name: String) -> String {
        shows(value, ofItem: name) ? String(value) : value.shownLength
    }

    /// A value that has no name, or only its length if the value isn't shown.
    package func redact(value: some StringProtocol) -> String { showsUnknown || value.isPlainValue ? String(value) : value.shownLength }

    // MARK: Queries and forms

    /// The query as it goes on the wire, without the values that aren't shown.
    package func redact(_ query: Query) -> String { redact(items: query.bytes[...]) }

    package func redact(_ item: Query.Item) -> String {
        guard let value = item.value else { return redact(value: item.name) }
        return "\(redact(name: item.name, before: value))=\(redact(value: value, ofItem: item.name))"
    }

    /// The `name=value` items between `&` of a query or a form.
    package func redact(items bytes: ArraySlice<UInt8>) -> String {
        bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            let rawName = String(decoding: name, as: UTF8.self)
            let decodedName = PercentEncoding.decode(name, plusIsSpace: true)
            // An item without a name is a value.
            if name.count == item.count {
                return showsUnknown || decodedName.isPlainValue || isShown(decodedName) ? rawName : decodedName.shownLength
            }
            let value = item[(name.endIndex + 1)...]
            let decoded = PercentEncoding.decode(value, plusIsSpace: true)
            let shown = shows(decoded, ofItem: decodedName) ? String(decoding: value, as: UTF8.self) : decoded.shownLength
            return "\(redact(name: decodedName, before: decoded) == decodedName ? rawName : decodedName.shownLength)=\(shown)"
        }.joined(separator: "&")
    }

    package func redact(name: String) -> String { showsUnknown || name.isPlainName ? name : name.shownLength }

    /// - Parameter value: the item's value. If it is empty, the name may itself be a Base64 value, which ends with `=`.
    func redact(name: String, before value: some StringProtocol) -> String {
        value.utf8.allSatisfy { $0 == UInt8(ascii: "=") } ? isShown(name) ? name : redact(value: name) : redact(name: name)
    }

    /// A form with redacted values. Any other body is shown only as its type and length: `<application/json, 24 bytes>`.
    package func redact(body: Data, contentType: String?) -> Data {
        if hidesNothing { return body }
        let type = MediaType(contentType ?? "")
        if type.name == "application/x-www-form-urlencoded" { return Data(redact(items: Array(body)[...]).utf8) }
        return Data("<\(type.name.isEmpty ? "no type" : type.shown), \(body.count) bytes>".utf8)
    }

    // MARK: Header fields

    /// `Name: value`, or `Name: <24 characters>`.
    package func redact(_ field: HTTPHeaders.Field) -> String { "\(field.name): \(redactedValue(of: field))" }

    /// One `Name: value` for each field.
    package func redact(_ headers: HTTPHeaders) -> [String] { headers.map { redact($0) } }

    package func redactedValue(of field: HTTPHeaders.Field) -> String {
        let (name, value) = (field.name.lowercased(), field.value)
        if value.isEmpty || isShown(name) || showsUnknown && !hides(name) { return value }
        if hidesEverything { return value.shownLength }
        switch name {
        case "cookie": return redact(pairs: value)
        case "set-cookie": return redact(setCookie: value)
        case _ where hides(name): return value.shownLength
        case "location", "content-location", "referer", "origin": return redact(urlText: value)
        case "link": return redact(links: value)
        case "refresh": return redact(refresh: value)
        case "www-authenticate", "proxy-authenticate": return redact(challenges: value)
        default: return Self.standardFields.contains(name) ? redact(parametersOf: value) : value.shownLength
        }
    }

    /// Whether a field is a standard field that carries no secret. `name` is in lower case.
    package static func isStandardField(_ name: String) -> Bool { standardFields.contains(name) }

    /// Standard fields that carry no secret (RFC 9110 to RFC 9112, and the registry of field names).
    private static let standardFields: Set = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "accept-patch", "accept-post", "accept-ranges",
        "access-control-allow-credentials", "access-control-allow-headers", "access-control-allow-methods", "access-control-allow-origin",
        "access-control-expose-headers", "access-control-max-age", "access-control-request-headers", "access-control-request-method", "age",
        "allow", "alt-svc", "cache-control", "connection", "content-encoding", "content-language", "content-length", "content-range",
        "content-type", "date", "deprecation", "etag", "expect", "expires", "host", "idempotency-key", "if-match", "if-modified-since",
        "if-none-match", "if-range", "if-unmodified-since", "keep-alive", "last-modified", "max-forwards", "pragma", "prefer",
        "preference-applied", "priority", "range", "ratelimit", "ratelimit-limit", "ratelimit-policy", "ratelimit-remaining",
        "ratelimit-reset", "retry-after", "server", "strict-transport-security", "sunset", "te", "traceparent", "trailer",
        "transfer-encoding", "upgrade", "user-agent", "vary", "via", "x-content-type-options",
    ]

    /// The value of a standard field. A parameter with a secret's name appears only as its length.
    private func redact(parametersOf text: String) -> String {
        var (shown, rest) = ("", text[...])
        while let equals = rest.utf8.firstIndex(of: UInt8(ascii: "=")) {
            // `name*` is in the extended form (RFC 8187).
            let before = rest[..<equals].trimming { $0 == " " || $0 == "\t" || $0 == "*" }
            let start = before.utf8.lastIndex { ";, \t\"()?&=".utf8.contains($0) }.map { before.utf8.index(after: $0) } ?? before.startIndex
            let next = rest.utf8.index(after: equals)
            shown += rest[..<next]
            rest = rest[next...]
            guard hides(item: String(before[start...])) else { continue }
            var (end, isQuoted, isEscaped) = (rest.startIndex, false, false)
            let scalars = rest.unicodeScalars
            while end < rest.endIndex, isQuoted || !";,)".unicodeScalars.contains(scalars[end]) {
                if scalars[end] == "\"", !isEscaped { isQuoted.toggle() }
                isEscaped = scalars[end] == "\\" && !isEscaped
                end = scalars.index(after: end)
            }
            shown += rest[..<end].trimming { $0 == "\"" || $0 == " " }.shownLength
            rest = rest[end...]
        }
        return shown + rest
    }

    /// The cookies of a `Cookie` field (RFC 6265, section 4.2), and other lists of `name=value` pairs between semicolons.
    private func redact(pairs text: some StringProtocol) -> String {
        text.split(separator: ";", omittingEmptySubsequences: false).map { piece in
            let space = piece.upTo { $0 != " " }
            let name = piece[space.endIndex...].upTo { $0 == "=" }
            if name.endIndex == piece.endIndex { return space + redact(value: name) }
            let value = piece[name.endIndex...].trimmingPrefix("=")
            let bare = value.trimming { "\" ,".unicodeScalars.contains($0) }
            return space + redact(name: String(name), before: value) + "="
                + (shows(bare, ofItem: String(name)) ? String(value) : bare.shownLength)
        }.joined(separator: ";")
    }

    /// A cookie with its attributes (RFC 6265, section 4.1).
    private func redact(setCookie text: String) -> String {
        text.split(separator: ";", omittingEmptySubsequences: false).enumerated().map { index, piece in
            let parts = piece.split(separator: "=", maxSplits: 1)
            let name = parts.first?.trimming { $0 == " " }.lowercased() ?? ""
            guard index > 0, parts.count == 2 else { return redact(pairs: piece) }
            switch name {
            case "path": return "\(parts[0])=\(redact(path: String(parts[1])))"
            case "expires" where HTTPDate.date(from: String(parts[1])) != nil: return String(piece)
            case "domain" where parts[1].utf8.allSatisfy { PercentEncoding.Allowed.unreserved.contains($0) }: return String(piece)
            default: return redact(pairs: piece)
            }
        }.joined(separator: ";")
    }

    /// Each URL between `<` and `>`, and the parameters after it (RFC 8288, section 3).
    private func redact(links text: String) -> String {
        text.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, piece in
            let end = piece.firstIndex(of: ">")
            guard index > 0, let end else { return piece.isEmpty ? "" : redact(value: piece) }
            return redact(urlText: String(piece[..<end])) + ">" + redact(pairs: piece[end...].trimmingPrefix(">"))
        }.joined(separator: "<")
    }

    /// A number of seconds and a URL: `5; url=/next`.
    private func redact(refresh text: String) -> String {
        text.split(separator: ";", omittingEmptySubsequences: false).map { piece in
            guard let equals = piece.firstIndex(of: "=") else { return redact(value: piece) }
            let url = String(piece[equals...].trimmingPrefix("="))
            return redact(name: String(piece[..<equals]), before: url) + "=" + redact(urlText: url)
        }.joined(separator: ";")
    }

    /// Schemes and their parameters (RFC 9110, section 11.6.1), except `token68`.
    private func redact(challenges text: String) -> String {
        text.split(separator: ",", omittingEmptySubsequences: false).map { piece in
            // `Bearer realm="api"` begins with the scheme.
            let words = piece.split(separator: " ", omittingEmptySubsequences: false)
            return words.map { word in
                let isPair = word.firstIndex(of: "=").map { word[$0...].utf8.contains { $0 != UInt8(ascii: "=") } } ?? false
                let bare = word.trimming { $0 == "\"" }
                return isPair ? redact(pairs: word) : redact(value: bare) == bare ? String(word) : bare.shownLength
            }.joined(separator: " ")
        }.joined(separator: ",")
    }

    // MARK: URLs

    /// The path of a request: its literal parts, and redacted values.
    package func redact(_ path: Path) -> String {
        let text = path.textBeforeFault
        if showsUnknown, paths.isEmpty, path.secrets.isEmpty { return text }
        let end = text.hasSuffix("…") ? "…" : ""
        // The longest come first, because a short secret may be part of a longer one.
        let secrets = hidesNothing ? [] : path.secrets.sorted { $0.utf8.count > $1.utf8.count }
        // Limits the work, because each secret is searched for in each segment.
        if secrets.count > 32 { return "/" + path.encoded.shownLength }
        return redact(segmentsOf: end.isEmpty ? text : String(text.unicodeScalars.dropLast())) { index, segment in
            // A secret may be only a part of its segment, so the rest of the segment is judged without it.
            let bare = secrets.reduce(segment) { Self.put("", inPlaceOf: $1, in: $0) }
            // A literal with a fault may be a whole URL.
            let kind = end.isEmpty || path.kind(ofSegment: index) != .literal ? path.kind(ofSegment: index) : .text
            guard kind == .literal && !hidesEverything || redact(segment: bare, isText: kind == .text) == bare else { return nil }
            return secrets.reduce(segment) { Self.put(PercentEncoding.decode($1.utf8).shownLength, inPlaceOf: $1, in: $0) }
        } + end
    }

    private static func put(_ shown: String, inPlaceOf secret: String, in text: String) -> String {
        text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: shown)
    }

    /// The path of a URL. No part of it is known to be a literal.
    package func redact(path: some StringProtocol) -> String {
        if showsUnknown, paths.isEmpty { return String(path) }
        return redact(segmentsOf: String(path)) { redact(segment: $1, isText: true) == $1 ? $1 : nil }
    }

    /// - Parameter shown: returns the segment as it is shown; nil if only its length is shown.
    private func redact(segmentsOf path: String, shown: (_ index: Int, _ segment: String) -> String?) -> String {
        let own = path.split(separator: "/", omittingEmptySubsequences: false)
        var segments = own
        for pattern in paths { pattern.hide(in: &segments) }
        return zip(own, segments).enumerated().map { index, segment in
            // A pattern has hidden a part of this segment.
            if segment.0 != segment.1 { return String(segment.1) }
            let text = String(segment.0)
            return text.isEmpty ? "" : shown(index, text) ?? PercentEncoding.decode(text.utf8).shownLength
        }.joined(separator: "/")
    }

    private func redact(segment: String, isText: Bool) -> String {
        if showsUnknown || showsPaths { return segment }
        let value = PercentEncoding.decode(segment.utf8)
        let isShown = !hidesEverything && (value.isPlainSegment || isText && value.isPlainLiteral)
        return isShown ? segment : value.shownLength
    }

    /// A URL or a relative reference, which may be invalid. Its user is hidden, and its fragment is left out.
    package func redact(urlText text: String) -> String {
        if hidesNothing { return text }
        let reference = URIReference(text)
        var shown = reference.scheme.map { (Self.proxySchemes.contains(String($0)) ? String($0) : redact(value: $0)) + ":" } ?? ""
        if let authority = reference.authority {
            shown += "//" + redact(authority: authority)
            // A password may contain a slash.
            if let at = reference.path.lastIndex(of: "@"), !authority.contains("@"), !isHost(authority[...]) || authority.contains(":") {
                return shown + "/" + reference.path[..<at].shownLength + "@" + redact(value: reference.path[at...].trimmingPrefix("@"))
            }
            // A password may also contain a question mark.
            if reference.path.isEmpty, authority.contains(":"), !authority.contains("@"), let query = reference.query, query.contains("@") {
                return (reference.scheme.map { "\($0)://" } ?? "//") + "\(authority)?\(query)".shownLength
            }
        }
        shown += redact(path: reference.path)
        return shown + (reference.query.map { "?" + redact(items: Array($0.utf8)[...]) } ?? "")
    }

    /// The schemes that contain a digit.
    private static let proxySchemes: Set = ["socks4", "socks4a", "socks5", "socks5h"]

    private func redact(authority: Substring) -> String {
        let at = authority.lastIndex(of: "@")
        let host = at.map { authority[$0...].trimmingPrefix("@") } ?? authority
        return (at == nil ? "" : Self.mark + "@") + (isHost(host) ? String(host) : host.shownLength)
    }

    /// `host`, `host:443` or `[::1]:443`.
    private func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("[") {
            let address = text.trimmingPrefix("[").upTo { $0 == "]" || $0 == "%" }
            guard text.contains("]"), address.utf8.allSatisfy({ PercentEncoding.Allowed.hexDigit.contains($0) || ":.".utf8.contains($0) })
            else { return false }
        }
        let name = text.upTo { $0 == (text.hasPrefix("[") ? "]" : ":") }
        let port = text[name.endIndex...].trimmingPrefix("]")
        guard
            name.unicodeScalars.allSatisfy({
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "-._[:%".unicodeScalars.contains($0)
            })
        else { return false }
        return port.isEmpty || port.hasPrefix(":") && port.utf8.count <= 6 && port.utf8.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }
}

extension HTTPMethod {
    /// The method for a message. A method that can't be sent appears only as its length.
    package var shown: String { rawValue.utf8.allSatisfy { PercentEncoding.Allowed.token.contains($0) } ? rawValue : rawValue.shownLength }
}

extension MediaType {
    /// The type for a message, without its parameters. A string that isn't plainly a type appears only as its length.
    package var shown: String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isType = parts.count == 2 && Self.topLevelTypes.contains(parts[0]) && Self.isName(parts[1], digits: 4)
        return isType ? name : name.shownLength
    }

    /// The charset for a message. A string that isn't plainly a charset's name appears only as its length. nil if there is no charset.
    package var shownCharset: String? {
        parameter("charset").map { Self.isName($0.lowercased()[...], digits: 6) ? $0 : $0.shownLength }
    }

    /// Whether the text looks like a registered name, rather than a value.
    private static func isName(_ text: Substring, digits: Int) -> Bool {
        1...64 ~= text.utf8.count && text.utf8.count(where: \.isDigit) <= digits
            && text.utf8.allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || "+-._".utf8.contains($0) }
    }

    /// The registered top-level types (RFC 9694, section 2).
    private static let topLevelTypes: Set<Substring> = [
        "application", "audio", "example", "font", "haptics", "image", "message", "model", "multipart", "text", "video",
    ]
}

extension HTTPHeaders {
    /// One `Name: value` for each field, unredacted.
    package var lines: [String] { map { "\($0.name): \($0.value)" } }
}
