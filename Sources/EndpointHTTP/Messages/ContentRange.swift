/// The range that a response contains (RFC 9110, section 14.4): `bytes 500-999/1234`, `bytes 500-999/*`, `bytes */1234`.
package struct ContentRange: Equatable {
    /// In lower case; empty if there is no unit, as in the ranges that PostgREST sends for the rows of a page.
    package let unit: String
    /// nil if the requested range can't be satisfied and nothing was sent.
    package var bounds: Range<Int64>?
    package var total: Int64?

    /// The range of bytes in `text`; nil for another unit.
    package init?(_ text: String) {
        self.init(anyUnit: text)
        if unit != "bytes" { return nil }
    }

    /// The range in `text`, in any unit.
    package init?(anyUnit text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 1 || parts.count == 2 else { return nil }
        unit = parts.count == 2 ? parts[0].lowercased() : ""
        // A range may be any text, but its unit is a token (section 14.1).
        guard PercentEncoding.allSatisfy(unit, .token) else { return nil }
        let halves = parts[parts.count - 1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        if halves[1] != "*" {
            guard let total = Self.number(halves[1]) else { return nil }
            self.total = total
        }
        if halves[0] == "*" {
            if total == nil { return nil }
        } else {
            let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last, last < Int64.max,
                total.map({ last < $0 }) ?? true
            else { return nil }
            bounds = first..<(last + 1)
        }
    }

    private static func number(_ digits: Substring) -> Int64? {
        digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(digits) : nil
    }
}

extension HTTPHeaders {
    /// Whether these fields of a 206 announce only a part of a representation's bytes. The body is complete if there is no range, or if the
    /// range has another unit or none, as in the ranges that PostgREST sends for the rows of a page.
    package var announceBytePart: Bool {
        if self["Content-Type"]?.lowercased().hasPrefix("multipart/byteranges") == true { return true }
        let ranges = values(for: "Content-Range")
        guard let text = ranges.first else { return false }
        if ranges.count > 1 { return true }
        guard text.trimming(while: { $0 == " " }).lowercased().hasPrefix("bytes") else { return false }
        guard let range = ContentRange(text), let total = range.total else { return true }
        if range.bounds != 0..<total { return true }
        if case .bytes(let length) = BodyLength(of: .partialContent, to: .get, self) { return length != total }
        return false
    }
}
