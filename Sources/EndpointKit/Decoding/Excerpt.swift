extension APIError {
    /// The text of the response around the value that could not be decoded, in one line; nil for other errors.
    ///
    /// It hides the values whose names the request's redaction knows, also in a text that isn't JSON. Others may still be secret, so
    /// ``description`` leaves the excerpt out.
    public var excerpt: String? {
        if let cause = underlying as? APIError { return cause.excerpt }
        guard let error = underlying as? DecodingError, let body = response?.body, !body.isEmpty, let text = body.jsonInUTF8 else {
            return nil
        }
        let bytes = [UInt8](text.starts(with: Data.utf8Mark) ? text.dropFirst(3) : text)
        let (offset, isJSON) = bytes.withUnsafeBufferPointer {
            JSONTape.reading($0) { ($0.offset(of: error.codingPath), $0.failure == nil) }
        }
        let excerpt = Excerpt(
            bytes: bytes, isJSON: isJSON, type: response?.headers["Content-Type"], redaction: request?.redaction ?? .standard)
        return excerpt.around(offset)
    }
}

/// Cuts an excerpt out of a text that should be JSON.
private struct Excerpt {
    private static let before = 60
    private static let after = 90
    /// How much around the excerpt of a text that isn't JSON is read for the names and the ends of values.
    private static let margin = 4 << 10
    /// The most bytes of such a text that are shown, because hidden values are longer or shorter than their mark.
    private static let longest = 300

    let bytes: [UInt8]
    let isJSON: Bool
    let type: String?
    let redaction: Redaction

    func around(_ position: Int) -> String {
        let window = boundary(max(0, position - Self.before))..<boundary(min(bytes.count, position + Self.after))
        let shown = isJSON ? members(HiddenValues.all(in: bytes, overlapping: window, by: redaction), in: window) : looseText(window)
        let line = shown.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
        return (window.lowerBound > 0 ? "…" : "") + String(decoding: line, as: UTF8.self) + (window.upperBound < bytes.count ? "…" : "")
    }

    /// The bytes of a window, with what is shown in the place of these values.
    private func members(_ values: [HiddenValues.Value], in window: Range<Int>) -> [UInt8] {
        var shown: [UInt8] = []
        var index = window.lowerBound
        for value in values where value.range.overlaps(window) {
            let range = value.range
            shown += bytes[index..<max(index, range.lowerBound)]
            // A part of a value might show what the whole hides.
            let isWhole = range.lowerBound >= window.lowerBound && range.upperBound <= window.upperBound
            shown += isWhole ? value.shown : Array(Redaction.mark.utf8)
            index = min(window.upperBound, range.upperBound)
        }
        return shown + bytes[index..<window.upperBound]
    }

    /// The window of a text that isn't JSON, cut out of a longer one without its secrets. The cuts are where that one stops to be equal to
    /// the text that ends there, because what is behind a cut may tell that a secret is before it.
    private func looseText(_ window: Range<Int>) -> [UInt8] {
        let start = boundary(max(0, window.lowerBound - Self.margin))
        let end = boundary(min(bytes.count, window.upperBound + Self.margin))
        let values = HiddenValues.all(in: bytes, overlapping: start..<end, by: redaction)
        func shown(upTo end: Int) -> [UInt8] {
            redaction.redact(looseText: redaction.redact(body: members(values, in: start..<end), contentType: type))
        }
        let text = shown(upTo: end)
        func cut(_ end: Int) -> Int { zip(text, shown(upTo: end)).prefix { $0 == $1 }.count }
        let from = window.lowerBound > start ? cut(window.lowerBound) : 0
        let to = window.upperBound < end ? cut(window.upperBound) : text.count
        return Array(text[from..<min(max(from, to), from + Self.longest)])
    }

    /// The start of the character that contains this byte.
    private func boundary(_ index: Int) -> Int {
        // Four bytes that continue a character are no UTF-8.
        (max(0, index - 3)...index).last { $0 == 0 || $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 } ?? index
    }
}
