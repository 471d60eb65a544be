/// A path, percent-encoded as it goes on the wire.
///
/// A path is written as a literal. An interpolated value stays within its segment: everything except unreserved characters (RFC 3986,
/// section 2.3) is encoded, including `/`, so a value can't reach another resource. A request fails with ``APIError/Code/invalidRequest``
/// if a value is empty, or if a segment is `.` or `..`, however it is spelled. A ``Secret`` may be interpolated, and is never shown.
/// Literal parts keep a valid `%XX`, and other characters that are invalid in a path are encoded.
///
///     "characters/\(id)/comics"
///
/// `\(segments: "owner/name")` inserts several segments, each encoded.
public struct Path: Hashable, Sendable {
    /// The text that goes on the wire.
    public private(set) var encoded: String

    /// Why the path can't be sent, as the end of a sentence.
    package enum Fault: String, CustomStringConvertible {
        case emptyValue = "a value in it is empty"
        case dotSegment = "one of its segments is \".\" or \"..\", which leads to another resource"
        case query = "it contains a \"?\"; pass the part after it as `query:`, or write %3F for the character"
        case fragment = "it contains a \"#\", but fragments aren't sent; write %23 for the character"
        case url = "it contains \"://\"; pass a URL in place of the path"

        package var description: String { rawValue }
    }
    package private(set) var fault: Fault?
    // Which segments contain a value that isn't a secret: a bit for each of the first 31 segments, and one bit for all others.
    private var values: UInt32 = 0
    // Which segments come from a string that isn't a literal, in the same form.
    private var texts: UInt32 = 0
    /// The interpolated secrets, in their encoded form.
    package private(set) var secrets: [String] = []

    /// Treats `text` like the literal part of a path: `/` separates segments, and a valid `%XX` is kept. If `text` contains a `?`, a `#`,
    /// `://` or a dot segment, the request fails with ``APIError/Code/invalidRequest``. Unlike a literal, the text is redacted: see
    /// ``Redaction``.
    public init(_ text: String) {
        self.init(literal: text)
        texts = .max
    }

    private init(literal text: String) {
        // Nearly all literals need no encoding.
        let isPlain = Self.isPlain(text)
        encoded = isPlain ? text : Self.encoded(text)
        fault = isPlain ? nil : Self.fault(inLiteral: text) ?? (Self.hasDotSegment(text) ? .dotSegment : nil)
    }

    /// Creates a path from the path of a URL, which may contain `://`.
    package init(asIs text: String) {
        encoded = Self.encoded(text)
        texts = .max
    }

    /// Creates the path of a received request, which is kept as it was sent.
    package init(received text: String) {
        encoded = text
        texts = .max
        isAsterisk = text == "*"
    }

    /// Whether a received `OPTIONS` was about the whole server (RFC 9110, section 7.1).
    package private(set) var isAsterisk = false

    /// The kind of a segment, apart from its secrets.
    package enum SegmentKind { case literal, value, text }

    /// - Parameter index: the number of slashes before the segment.
    package func kind(ofSegment index: Int) -> SegmentKind {
        let bit: UInt32 = 1 << UInt32(Swift.min(index, 31))
        return values & bit != 0 ? .value : texts & bit != 0 ? .text : .literal
    }

    /// The path with `{id}` in place of each segment that isn't the same in every call: `heroes/{id}/comics`. If values are interpolated,
    /// there are few different templates, so metrics and traces can be grouped by them. In a path from a string, words stay unchanged.
    public var template: String {
        if fault != nil { return "{invalid}" }
        let segments = encoded.split(separator: "/", omittingEmptySubsequences: false)
        return segments.enumerated().map { index, segment in
            switch kind(ofSegment: index) {
            case .literal: secrets.contains { segment.contains($0) } ? "{id}" : String(segment)
            case .value: "{id}"
            // A name or a version is kept, as in a path from settings. Anything else may be data.
            case .text:
                segment.utf8.count < 32 && segment.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: "-") }
                    || segment.wholeMatch(of: /v[0-9]{1,2}/) != nil ? String(segment) : "{id}"
            }
        }.joined(separator: "/")
    }

    // Paths are equal if the same text goes on the wire.
    public static func == (a: Path, b: Path) -> Bool { a.encoded == b.encoded && a.fault == b.fault }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(encoded)
        hasher.combine(fault)
    }

    fileprivate static func encoded(_ text: String) -> String {
        if PercentEncoding.allSatisfy(text, .path) { return text }
        var bytes: [UInt8] = []
        PercentEncoding.append(text, allowed: .path, keepingEscapes: true, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the text needs no encoding, and has no colons or dots that must be checked.
    fileprivate static func isPlain(_ text: String) -> Bool {
        text.withBytes { bytes in
            for byte in bytes where byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || !PercentEncoding.Allowed.path.contains(byte) {
                return false
            }
            return true
        }
    }

    /// Whether a server may read a segment as `.` or `..`. Many servers decode the path before they split it, and some split at a
    /// backslash, or ignore the text after a semicolon.
    fileprivate static func hasDotSegment(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "/")).contains { segment in
            let decoded = PercentEncoding.decodedBytes(segment)
            return decoded.elementsEqual(".".utf8)
                || decoded.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.contains { part in
                    part.prefix { $0 != UInt8(ascii: ";") }.elementsEqual("..".utf8)
                }
        }
    }

    fileprivate static func fault(inLiteral text: String) -> Fault? {
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "?"): return .query
            case UInt8(ascii: "#"): return .fragment
            case UInt8(ascii: ":") where text.utf8.dropFirst(index).starts(with: "://".utf8): return .url
            default: continue
            }
        }
        return nil
    }

    /// The text for messages, including secrets. Text after a `?`, a `#` or `://` may be a secret too, and is left out.
    var textBeforeFault: String {
        let sign: String? =
            switch fault {
            case .query: "%3F"
            case .fragment: "%23"
            case .url: "://"
            case .emptyValue, .dotSegment, nil: nil
            }
        guard let sign else { return encoded }
        // A secret may contain such a sign itself.
        var masked = encoded
        for secret in secrets {
            for range in masked.ranges(of: secret) { masked.replaceSubrange(range, with: String(repeating: "x", count: secret.utf8.count)) }
        }
        guard let start = masked.utf8.firstRange(of: sign.utf8)?.lowerBound else { return "…" }
        return String(decoding: encoded.utf8.prefix(masked.utf8.distance(from: masked.startIndex, to: start)), as: UTF8.self) + "…"
    }
}

extension Path: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(literal: value) }

    public init(stringInterpolation: Interpolation) {
        var parts = stringInterpolation
        parts.finish()
        encoded = parts.collected.text
        fault = parts.fault
        values = parts.values
        secrets = parts.secrets
    }

    /// Collects the literal parts and the encoded values of one path.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate private(set) var collected = ShortText()
        fileprivate private(set) var fault: Fault?
        fileprivate private(set) var values: UInt32 = 0
        fileprivate private(set) var secrets: [String] = []
        private var segment: UInt32 = 0
        // Dot segments are checked only after the last part, because a literal and a value may form one together.
        private var mayHaveDotSegment = false

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            for byte in literal.utf8 where byte == UInt8(ascii: "/") { segment = Swift.min(segment + 1, 31) }
            // Nearly all literals are valid as they are.
            if Path.isPlain(literal) { return collected.append(literal) }
            mayHaveDotSegment = true
            collected.append(Path.encoded(literal))
            fault = fault ?? Path.fault(inLiteral: literal)
        }

        /// Appends the description of `value`, encoded.
        public mutating func appendInterpolation(_ value: some LosslessStringConvertible) { append(String(value)) }
        /// Appends `value`, with everything except unreserved characters encoded.
        public mutating func appendInterpolation(_ value: String) { append(value) }
        // Digits need no encoding.
        /// Appends `value` in decimal.
        public mutating func appendInterpolation(_ value: Int) {
            values |= 1 << segment
            collected.append(value)
        }
        /// Appends the secret, encoded. It is never shown.
        public mutating func appendInterpolation(_ value: Secret) {
            let others = values
            append(value.reveal())
            values = others
            if !value.reveal().isEmpty { secrets.append(PercentEncoding.encoded(value.reveal())) }
        }
        /// Appends the UUID in lower case (RFC 9562, section 4).
        public mutating func appendInterpolation(_ value: UUID) { append(value.lowercaseText) }

        /// Appends the raw value, encoded.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value) where Value.RawValue: LosslessStringConvertible {
            append(String(value.rawValue))
        }

        /// Appends several segments, such as `owner/name`. Each segment is encoded, and none may be empty, `.` or `..`.
        public mutating func appendInterpolation(segments value: String) {
            for (index, part) in value.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { appendLiteral("/") }
                append(String(part))
            }
        }

        private mutating func append(_ value: String) {
            values |= 1 << segment
            if value.isEmpty { fault = .emptyValue }
            if value.utf8.first == UInt8(ascii: ".") || value.utf8.contains(UInt8(ascii: "/")) || value.utf8.contains(UInt8(ascii: "\\")) {
                mayHaveDotSegment = true
            }
            if PercentEncoding.allSatisfy(value, .unreserved) {
                collected.append(value)
            } else {
                var bytes: [UInt8] = []
                PercentEncoding.append(value, allowed: .unreserved, to: &bytes)
                collected.append(String(decoding: bytes, as: UTF8.self))
            }
        }

        fileprivate mutating func finish() {
            if mayHaveDotSegment, Path.hasDotSegment(collected.text) { fault = fault ?? .dotSegment }
        }
    }
}

extension Path {
    /// Joins `self` and `other` with exactly one `/` between them; a `/` at the end of `other` is kept. An empty `other` changes nothing.
    public func appending(_ other: Path) -> Path {
        var joined = self
        joined.fault = fault ?? other.fault
        if other.encoded.isEmpty { return joined }
        let slash = UInt8(ascii: "/")
        var base = encoded.utf8[...]
        while base.last == slash { base.removeLast() }
        joined.secrets += other.secrets
        if values | other.values | texts | other.texts != 0 {
            let (count, slashes) = (base.count { $0 == slash } + 1, other.encoded.utf8.prefix { $0 == slash }.count)
            joined.values = Self.joined(values, segmentCount: count, other.values, from: slashes)
            joined.texts = Self.joined(texts, segmentCount: count, other.texts, from: slashes)
        }
        joined.encoded = String(Substring(base)) + "/" + String(Substring(other.encoded.utf8.drop { $0 == slash }))
        return joined
    }

    /// - Parameter start: how many empty segments at the start of the second path are left out of the joined path.
    private static func joined(_ values: UInt32, segmentCount: Int, _ others: UInt32, from start: Int) -> UInt32 {
        // The last bit stands for all later segments, as a sign bit does.
        let own = UInt64(values) & (1 << UInt64(segmentCount) - 1)
        let rest = (Int64(Int32(bitPattern: others)) >> Int64(start)) << Int64(Swift.min(segmentCount, 32))
        let all = own | UInt64(bitPattern: rest)
        return UInt32(all & 0x7FFF_FFFF) | (all >> 31 == 0 ? 0 : 1 << 31)
    }
}
