extension APIError {
    /// The text of the response around the value that could not be decoded, in one line; nil for other errors.
    ///
    /// It hides the values whose names the request's redaction knows. Others may still be secret, so ``description`` leaves the excerpt
    /// out.
    public var excerpt: String? {
        if let cause = underlying as? APIError { return cause.excerpt }
        guard let error = underlying as? DecodingError, let body = response?.body, !body.isEmpty, let text = body.jsonInUTF8 else {
            return nil
        }
        let bytes = [UInt8](text.starts(with: Data.utf8Mark) ? text.dropFirst(3) : text)
        let offset = bytes.withUnsafeBufferPointer { JSONTape.reading($0) { $0.offset(of: error.codingPath) } }
        return Excerpt(bytes, hiding: request?.redaction ?? .standard).around(offset)
    }
}

extension DecodingError {
    fileprivate var codingPath: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}

/// Cuts an excerpt out of a text that should be JSON.
private struct Excerpt {
    private static let before = 60
    private static let after = 90

    private let bytes: [UInt8]
    private let redaction: Redaction

    init(_ bytes: [UInt8], hiding redaction: Redaction) {
        self.bytes = bytes
        self.redaction = redaction
    }

    func around(_ position: Int) -> String {
        let start = boundary(max(0, position - Self.before))
        let end = boundary(min(bytes.count, position + Self.after))
        var shown: [UInt8] = []
        var index = start
        for value in HiddenValues.all(in: bytes, overlapping: start..<end, by: redaction) {
            let range = value.range
            shown += bytes[index..<max(index, range.lowerBound)]
            // A part of a value might show what the whole hides.
            shown += range.lowerBound >= start && range.upperBound <= end ? value.shown : Array(Redaction.mark.utf8)
            index = min(end, range.upperBound)
        }
        shown += bytes[index..<end]
        let line = shown.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
        return (start > 0 ? "…" : "") + String(decoding: line, as: UTF8.self) + (end < bytes.count ? "…" : "")
    }

    /// The start of the character that contains this byte.
    private func boundary(_ index: Int) -> Int {
        // Four bytes that continue a character are no UTF-8.
        (max(0, index - 3)...index).last { $0 == 0 || $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 } ?? index
    }
}
