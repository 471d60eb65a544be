/// The part of a list that a page contains, from its `Content-Range` (RFC 9110, section 14.4): `0-24/3572000`, as PostgREST and Supabase
/// write it, or `items 0-24/*`. Lists by number or offset take their counts from it, unless the pages themselves state the range.
package struct ListRange: Hashable, Sendable {
    /// The positions of the page's elements in the list, from 0; nil for a page without elements.
    package let bounds: Range<Int>?
    /// The number of elements in the list; nil if the service doesn't report it.
    package let total: Int?
    /// Whether the total is exact. False if the request preferred an estimate: `Prefer: count=estimated` or `count=planned`.
    package let isTotalExact: Bool

    init?(_ response: Response<some Sendable>) {
        let fields = response.headers.values(for: "Content-Range")
        guard fields.count == 1, let range = ContentRange(anyUnit: fields[0]), range.unit != "bytes" else { return nil }
        bounds = range.bounds.flatMap { range in
            guard let start = Int(exactly: range.lowerBound), let end = Int(exactly: range.upperBound) else { return nil }
            return start..<end
        }
        total = range.total.flatMap { Int(exactly: $0) }
        // Preferences that the service applied take precedence over those that were requested (RFC 7240, section 3).
        let applied = response.headers.values(for: "Preference-Applied")
        let preferences = applied.contains { Self.count($0) != nil } ? applied : response.request.headers.values(for: "Prefer")
        isTotalExact = !preferences.contains { ["estimated", "planned"].contains(Self.count($0)) }
    }

    /// The value of `count` among preferences (RFC 7240, section 2); nil if it is missing.
    private static func count(_ preferences: String) -> String? {
        var scanner = FieldScanner(preferences.lowercased())
        while !scanner.isAtEnd {
            scanner.skip { $0.isBlank || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
            let name = scanner.word(until: ",;=")
            scanner.skipBlanks()
            guard scanner.take(UInt8(ascii: "=")) else { continue }
            scanner.skipBlanks()
            let value = scanner.quoted() ?? scanner.word(until: ",;")
            if name == "count" { return value }
        }
        return nil
    }
}

extension Response {
    /// The part of a list that this page contains, according to its `Content-Range`; nil if it has none, or if the unit is bytes.
    package var listRange: ListRange? { ListRange(self) }
}
