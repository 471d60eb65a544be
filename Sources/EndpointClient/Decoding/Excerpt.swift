extension APIError {
    /// The text in the response that surrounds the value that couldn't be decoded, on a single line; nil for other errors.
    ///
    /// Keys, structure and harmless values are shown, according to the request's ``Redaction``. Any other value appears only as its length.
    public var excerpt: String? {
        if let cause = underlying as? APIError { return cause.excerpt }
        guard let error = underlying as? DecodingError, let body = response?.body, !body.isEmpty, let body = body.jsonInUTF8 else {
            return nil
        }
        let bytes = [UInt8](body.starts(with: Data.utf8Mark) ? body.dropFirst(3) : body)
        let (offset, isJSON) = bytes.withUnsafeBufferPointer {
            JSONTape.reading($0) { ($0.offset(of: error.codingPath), $0.failure == nil) }
        }
        let window = max(0, offset - 60)..<min(bytes.count, offset + 90)
        let redaction = request?.redaction ?? .standard
        let text = isJSON ? Excerpt(bytes, by: redaction).members(in: window) : Excerpt(bytes, by: redaction).words(in: window)
        let line = (request?.secrets.removed(from: text) ?? text).unicodeScalars.map { $0.isVisible ? $0 : " " }
        // A length may be longer than the one or two characters that it replaces.
        let isWhole = window.upperBound >= bytes.count && line.count <= 300
        return (window.lowerBound > 0 ? "…" : "") + String(String.UnicodeScalarView(line.prefix(300))) + (isWhole ? "" : "…")
    }
}

/// Shows part of a text that should be JSON.
private struct Excerpt {
    private let bytes: [UInt8]
    private let redaction: Redaction

    init(_ bytes: [UInt8], by redaction: Redaction) {
        self.bytes = bytes
        self.redaction = redaction
    }

    /// The keys and values that lie in the window, even partly.
    func members(in window: Range<Int>) -> String {
        var shown = ""
        var (index, depth, key) = (0, 0, "")
        // The depth of the outermost object or array whose name is a secret's.
        var secretDepth = Int.max
        while index < window.upperBound {
            let start = index
            let byte = bytes[start]
            index = end(ofToken: start)
            let isSeen = index > window.lowerBound
            let token = bytes[start..<index]
            switch byte {
            case UInt8(ascii: "\""):
                let text = (try? JSON(parsing: token))?.string ?? ""
                let isKey = bytes[index...].first { $0 > 0x20 } == UInt8(ascii: ":")
                if isKey { key = text }
                guard isSeen else { continue }
                let isOwn = isKey ? redaction.redact(value: text) == text : secretDepth == .max && redaction.shows(text, ofItem: key)
                let isShown = text.isEmpty || isOwn
                shown += isShown ? String(decoding: token, as: UTF8.self) : "\"\(text.shownLength)\""
            case UInt8(ascii: "-"), 0x30...0x39:
                let text = String(decoding: token, as: UTF8.self)
                if isSeen { shown += secretDepth == .max ? redaction.redact(value: text, ofItem: key) : text.shownLength }
            default:
                if "[{".utf8.contains(byte) {
                    depth += 1
                    if redaction.hides(key) { secretDepth = min(secretDepth, depth) }
                } else if "]}".utf8.contains(byte) {
                    if depth == secretDepth { secretDepth = .max }
                    depth -= 1
                }
                if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { key = "" }
                if isSeen { shown += String(decoding: token, as: UTF8.self) }
            }
        }
        return shown
    }

    /// The end of the string or the number at `start`; any other byte is a token by itself.
    private func end(ofToken start: Int) -> Int {
        var end = start + 1
        if bytes[start] == UInt8(ascii: "\"") {
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
            return min(end + 1, bytes.count)
        }
        let number = "0123456789+-.eE".utf8
        guard bytes[start] == UInt8(ascii: "-") || 0x30...0x39 ~= bytes[start] else { return end }
        while end < bytes.count, number.contains(bytes[end]) { end += 1 }
        return end
    }

    /// The words of a text that isn't JSON, except those that the edges of the window cut.
    func words(in window: Range<Int>) -> String {
        let isSpace: (UInt8) -> Bool = { $0 <= 0x20 || "{}[]()<>,;&\"'".utf8.contains($0) }
        var words = bytes[window]
        if window.lowerBound > 0, !isSpace(bytes[window.lowerBound - 1]) { words = words.drop { !isSpace($0) } }
        if window.upperBound < bytes.count, !isSpace(bytes[window.upperBound]) {
            words = words[..<(words.lastIndex(where: isSpace) ?? words.startIndex)]
        }
        return redaction.redact(text: String(decoding: words, as: UTF8.self), quotesValues: true)
    }
}
