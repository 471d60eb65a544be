import EndpointKit

// Inspects URLs and their items, which may themselves be percent-encoded values.
extension Inspection {
    /// Whether the whole text is a URL or an absolute path.
    static func isURL(_ text: ArraySlice<UInt8>) -> Bool {
        if text.contains(where: { $0 <= 0x20 || "\"<>".utf8.contains($0) }) { return false }
        if text.first == UInt8(ascii: "/") { return true }
        let scheme = text.prefix { PercentEncoding.Allowed.unreserved.contains($0) || $0 == UInt8(ascii: "+") }
        return !scheme.isEmpty && text[scheme.endIndex...].starts(with: "://".utf8)
    }

    /// Inspects a URL, which may be invalid. Hides its user, and the secrets in its path, query and fragment.
    func url(_ text: ArraySlice<UInt8>, _ level: Int) -> [UInt8]? {
        guard !redaction.paths.isEmpty || text.contains(where: { "?#;@%=".utf8.contains($0) }) else { return nil }
        var edits = Edits(text)
        let slashes = text.prefix(while: Self.isBeforeAuthority).endIndex
        let isAbsolute = text[slashes...].starts(with: "//".utf8)
        var start = isAbsolute ? slashes + 2 : text.startIndex
        if let user = Self.endOfUser(in: text[start...]) {
            edits.replace(start..<user, with: hide(String(decoding: text[start..<user], as: UTF8.self), .user).utf8)
            start = user
        }
        if isAbsolute { start = text[start...].firstIndex { "/?#".utf8.contains($0) } ?? text.endIndex }
        let path = text[start...].prefix { !"?#".utf8.contains($0) }
        if let shown = self.path(path, level) { edits.replace(path.indices, with: shown) }
        // The query and the fragment, which may also contain items.
        for part in text[path.endIndex...].split(whereSeparator: { "?#".utf8.contains($0) }) {
            if let shown = items(part, level) { edits.replace(part.indices, with: shown) }
        }
        return edits.shown
    }

    private static func isBeforeAuthority(_ byte: UInt8) -> Bool { !"/?#@".utf8.contains(byte) }

    /// Hides the parts of a path that match the redaction's patterns, and parameters after `;`.
    func path(_ path: ArraySlice<UInt8>, _ level: Int) -> [UInt8]? {
        let matched = parts(of: path)
        let path = matched?[...] ?? path
        var edits = Edits(path)
        for (index, piece) in path.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).enumerated() {
            let part = index == 0 ? piece : piece.prefix { $0 != UInt8(ascii: "/") }
            let shown = index == 0 ? spelled(part, level) : item(part, isInQuery: true, level)
            if let shown { edits.replace(part.indices, with: shown) }
        }
        return edits.shown ?? matched
    }

    private func parts(of path: ArraySlice<UInt8>) -> [UInt8]? {
        if redaction.paths.isEmpty { return nil }
        let own = String(decoding: path, as: UTF8.self).split(separator: "/", omittingEmptySubsequences: false)
        var segments = own
        for pattern in redaction.paths { pattern.hide(in: &segments) }
        if segments == own { return nil }
        let shown = zip(own, segments).map { segment, shown in
            guard segment != shown, let mark = shown.firstRange(of: Redaction.mark) else { return String(segment) }
            let (before, after) = (shown[..<mark.lowerBound], shown[mark.upperBound...])
            return before
                + hide(String(segment.unicodeScalars.dropFirst(before.unicodeScalars.count).dropLast(after.unicodeScalars.count)), .value)
                + after
        }
        return Array(shown.joined(separator: "/").utf8)
    }

    /// The position of the `@` after a URL's user. The text begins with the URL's authority. The URL may be invalid: a password may contain a
    /// `/`, so an `@` in the path also ends a user, unless the text before the path is a host, with or without a port.
    private static func endOfUser(in text: ArraySlice<UInt8>) -> Int? {
        guard let at = text.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let host = text.prefix { !"/?#".utf8.contains($0) }
        if host.contains(UInt8(ascii: "@")) { return at }
        let end = UInt8(ascii: host.first == UInt8(ascii: "[") ? "]" : ":")
        let port = host.drop { $0 != end }.drop { $0 == UInt8(ascii: "]") }.dropFirst()
        return port.allSatisfy { (0x30...0x39).contains($0) } ? nil : at
    }

    // MARK: Items

    /// Inspects the `name=value` items of a query or a form, which are separated by `&`.
    func items(_ text: ArraySlice<UInt8>, _ level: Int) -> [UInt8]? {
        var edits = Edits(text)
        for item in text.split(separator: UInt8(ascii: "&")) {
            if let shown = self.item(item, isInQuery: true, isWhole: true, level) { edits.replace(item.indices, with: shown) }
        }
        return edits.shown
    }

    /// Inspects a word in a text. The word may be a URL, or the items of a query with their separators.
    func word(_ word: ArraySlice<UInt8>, _ level: Int) -> [UInt8]? {
        guard word.contains(where: { "=@%".utf8.contains($0) || $0 == UInt8(ascii: "/") && !redaction.paths.isEmpty }) else { return nil }
        if Self.isURL(word) { return url(word, max(level, 1)) }
        var edits = Edits(word)
        var rest = word
        if let start = word.firstRange(of: "//".utf8)?.upperBound, let user = Self.endOfUser(in: word[start...]) {
            edits.replace(start..<user, with: hide(String(decoding: word[start..<user], as: UTF8.self), .user).utf8)
            rest = word[user...]
        }
        var isInQuery = false
        var isFirst = true
        while !rest.isEmpty {
            let piece = rest.prefix { !"?&;#".utf8.contains($0) }
            isInQuery = isInQuery || rest[piece.endIndex...].first == UInt8(ascii: "&")
            if let shown = (isFirst ? parts(of: piece) : nil) ?? item(piece, isInQuery: isInQuery, level) {
                edits.replace(piece.indices, with: shown)
            }
            rest = rest[piece.endIndex...].dropFirst()
            isInQuery = true
            isFirst = false
        }
        return edits.shown
    }

    /// - Parameters:
    ///   - isInQuery: whether the item is in a query. Elsewhere, names such as `code` are ordinary: `Code=-1004`.
    ///   - isWhole: whether the item's value is inspected even if it isn't encoded.
    private func item(_ item: ArraySlice<UInt8>, isInQuery: Bool, isWhole: Bool = false, _ level: Int) -> [UInt8]? {
        guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return spelled(item, isWhole: isWhole, level) }
        let name = PercentEncoding.decode(item[..<equals], plusIsSpace: true)
        let value = item[(equals + 1)...]
        guard isInQuery ? redaction.hides(item: name) : redaction.hides(name) else {
            return spelled(value, plusIsSpace: true, isWhole: isWhole, level).map { item[...equals] + $0 }
        }
        // In text, a punctuation mark may follow.
        if value.isEmpty, !isWhole || level > 0 { return nil }
        let start = PercentEncoding.decode(value.prefix { $0 != UInt8(ascii: "/") }, plusIsSpace: true)
        let shown = hide(PercentEncoding.decode(value, plusIsSpace: true), .rest(start: start))
        return item[...equals] + Array((shown == Redaction.mark ? shown : PercentEncoding.encoded(shown)).utf8)
    }

    /// Inspects a value that may be percent-encoded. Unencoded characters remain unencoded.
    private func spelled(_ raw: ArraySlice<UInt8>, plusIsSpace: Bool = false, isWhole: Bool = false, _ level: Int) -> [UInt8]? {
        guard isWhole || raw.contains(UInt8(ascii: "%")) else { return nil }
        guard let shown = value(PercentEncoding.decodedBytes(raw, plusIsSpace: plusIsSpace)[...], level + 1) else { return nil }
        var isKept = [Bool](repeating: false, count: 256)
        for byte in raw { isKept[Int(byte)] = byte != UInt8(ascii: "%") && byte != UInt8(ascii: "+") }
        let hasPlus = plusIsSpace && raw.contains(UInt8(ascii: "+"))
        return shown.reduce(into: []) { output, byte in
            if PercentEncoding.Allowed.unreserved.contains(byte) || isKept[Int(byte)] {
                output.append(byte)
            } else if hasPlus, byte == 0x20 {
                output.append(UInt8(ascii: "+"))
            } else {
                output += [UInt8(ascii: "%"), Self.hexDigits[Int(byte >> 4)], Self.hexDigits[Int(byte & 15)]]
            }
        }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
