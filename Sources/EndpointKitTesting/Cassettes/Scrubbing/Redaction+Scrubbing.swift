import EndpointKit

// What a cassette stores of a message: everything but the values of hidden names. Beside that, a description shows only what is known to be
// harmless, see ``/EndpointTransport/Redaction``.
extension Redaction {
    /// The URL without hidden values; query items that authentication added keep only their names.
    func scrubbedURL(of request: HTTPRequest) -> String {
        var bare = request
        bare.query = [:]
        let origin = bare.origin.description
        var path = String(Substring(bare.urlText.utf8.dropFirst(origin.utf8.count)))
        if !hidesNothing { for secret in request.path.secrets { path = path.replacing(secret, with: Self.mark) } }
        return origin + scrub(path: path) + (request.query.isEmpty ? "" : "?" + scrubbedQuery(of: request))
    }

    private func scrubbedQuery(of request: HTTPRequest) -> String {
        guard request.marksAdditions, request.query.hasAdditions, !hidesNothing else { return scrub(request.query) }
        var own = request.query
        let added = own.removeAdditions().map { item in
            let name = PercentEncoding.encoded(item.name)
            guard let value = item.value else { return Self.mark }
            return "\(name)=\(isShown(item.name) ? PercentEncoding.encoded(value) : Self.mark)"
        }
        return ([scrub(own)] + added).filter { !$0.isEmpty }.joined(separator: "&")
    }

    /// The fields of a request, with the mark for the values that authentication added.
    func scrubbedHeaders(of request: HTTPRequest) -> HTTPHeaders {
        hidesNothing ? request.headers : headers(of: request) { _ in Self.mark }
    }

    /// The query as it goes on the wire, without the values of hidden names.
    func scrub(_ query: Query) -> String { String(decoding: scrub(items: query.bytes), as: UTF8.self) }

    func scrubbedValue(of field: HTTPHeaders.Field) -> String {
        let name = field.name.lowercased()
        if hides(field.name) { return Self.mark }
        if ["location", "content-location", "referer"].contains(name) { return scrub(urlText: field.value) }
        if name == "link" { return scrub(links: field.value) }
        return (field.value.contains("//") || Self.hasScheme(field.value)) && !isShown(field.name) ? scrub(text: field.value) : field.value
    }

    private static func hasScheme(_ value: String) -> Bool {
        ["bearer", "basic"].contains(value.prefix { $0 != " " }.lowercased())
    }

    /// Redacts each URL between `<` and `>` (RFC 8288, section 3).
    private func scrub(links text: String) -> String {
        text.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, piece in
            guard index > 0 else { return String(piece) }
            let end = piece.firstIndex(of: ">") ?? piece.endIndex
            return scrub(urlText: String(piece[..<end])) + piece[end...]
        }.joined(separator: "<")
    }

    func scrub(path: some StringProtocol) -> String {
        if paths.isEmpty { return String(path) }
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).map { Substring($0) }
        for pattern in paths { pattern.hide(in: &segments) }
        return segments.joined(separator: "/")
    }

    /// Redacts a URL that may be invalid: hides the text before an `@`, and the hidden parts of its path and query.
    func scrub(urlText text: String) -> String {
        if hidesNothing { return text }
        var text = Substring(text)
        var start = ""
        let authority = text.firstRange(of: "//")?.upperBound ?? text.startIndex
        if let user = Self.endOfUser(in: text[authority...]) {
            start = text[..<authority] + Self.mark
            text = text[user...]
        }
        let reference = URIReference(String(text))
        let query = reference.query.map { "?" + String(decoding: scrub(items: Array($0.utf8)), as: UTF8.self) } ?? ""
        if let scheme = reference.scheme { start += "\(scheme):" }
        if let authority = reference.authority { start += "//\(authority)" }
        return start + scrub(path: reference.path) + query
    }

    /// The `@` after the user of a URL, whose text begins with its authority. The URL may be invalid: a password may have a `/`, so an `@` in
    /// the path ends a user as well, unless what is before the path is a host, with or without a port.
    private static func endOfUser(in text: Substring) -> Substring.Index? {
        guard let at = text.lastIndex(of: "@") else { return nil }
        let host = text.prefix { !"/?#".contains($0) }
        if host.endIndex > at { return at }
        if host.contains("@") { return text[..<host.endIndex].lastIndex(of: "@").map { max($0, at) } }
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } : host.prefix { $0 != ":" }
        let port = host[name.endIndex...].drop { $0 == "]" }.dropFirst()
        return port.utf8.allSatisfy { (0x30...0x39).contains($0) } ? nil : at
    }
}

extension Redaction {
    /// Redacts any text that may contain URLs or `name=value`: hides the users of URLs, the values of hidden names, and credentials after
    /// `Bearer` and `Basic`.
    func scrub(text: String) -> String { String(decoding: scrub(words: Array(text.utf8)), as: UTF8.self) }

    /// - Parameter besidesQuotes: whether a value may be between quotes after a name and `=`.
    func scrub(words bytes: [UInt8], besidesQuotes: Bool = true) -> [UInt8] {
        if hidesNothing { return bytes }
        var shown: [UInt8] = []
        var rest = bytes[...]
        var isAfterScheme = false
        while !rest.isEmpty {
            let word = rest.prefix { !Self.isBetweenWords($0) }
            rest = rest[word.endIndex...]
            if isAfterScheme, Self.isCredential(word) {
                shown += Self.mark.utf8
            } else {
                shown += scrub(word: word)
            }
            // `password="…"`
            if besidesQuotes, let quote = rest.first, "\"'".utf8.contains(quote), word.last == UInt8(ascii: "="),
                hides(Self.lastName(in: word))
            {
                let value = rest.dropFirst().prefix { $0 != quote }
                shown += [quote] + Self.mark.utf8
                rest = rest[value.endIndex...]
            }
            isAfterScheme = Self.isScheme(word)
            let gap = rest.prefix(while: Self.isBetweenWords)
            shown += gap
            rest = rest[gap.endIndex...]
        }
        return shown
    }

    private static func isBetweenWords(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"'<>()[]{},".utf8.contains(byte) }

    /// `Bearer`, `Authorization=Bearer`.
    private static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
        ["bearer", "basic"].contains(String(decoding: word.suffix(7), as: UTF8.self).split { !$0.isLetter }.last?.lowercased())
    }

    /// Tells a credential from the next word of a sentence or of a challenge: `Bearer token`, `Basic charset=UTF-8`.
    private static func isCredential(_ word: ArraySlice<UInt8>) -> Bool {
        var text = word
        while text.last == UInt8(ascii: "=") { text.removeLast() }
        if text.isEmpty || text.contains(UInt8(ascii: "=")) { return false }
        return text.count > 24 || text.contains { (0x30...0x39).contains($0) }
            || zip(text, text.dropFirst()).contains { (0x61...0x7A).contains($0) && (0x41...0x5A).contains($1) }
    }

    private static func lastName(in word: ArraySlice<UInt8>) -> String {
        let item = word.lastIndex { "?&;#".utf8.contains($0) }.map { word[($0 + 1)...] } ?? word
        return PercentEncoding.decode(item.dropLast(), plusIsSpace: true)
    }

    private func scrub(word bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.contains(where: { "=@".utf8.contains($0) }) else { return bytes }
        var word = Substring(String(decoding: bytes, as: UTF8.self))
        var output = ""
        if let start = word.firstRange(of: "//")?.upperBound, let user = Self.endOfUser(in: word[start...]) {
            output = word[..<start] + Self.mark
            word = word[user...]
        }
        // The items of a query, with their separators.
        var isInQuery = false
        while !word.isEmpty {
            let item = word.prefix { !"?&;#".contains($0) }
            word = word[item.endIndex...]
            isInQuery = isInQuery || word.first == "&"
            if let equals = item.firstIndex(of: "="), item.index(after: equals) < item.endIndex,
                hides(PercentEncoding.decode(item[..<equals].utf8, plusIsSpace: true), inQuery: isInQuery)
            {
                output += item[...equals] + Self.mark
            } else {
                output += item
            }
            output += word.prefix(1)
            word = word.dropFirst()
            isInQuery = true
        }
        return ArraySlice(output.utf8)
    }

    /// Outside of a query, the items' own names are ordinary ones: `Code=-1004`.
    private func hides(_ name: String, inQuery: Bool) -> Bool { inQuery ? hides(item: name) : hides(name) }
}
