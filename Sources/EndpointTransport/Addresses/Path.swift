/// A path, percent-encoded as it goes on the wire.
///
/// A path is written as a literal. An interpolated value stays within its segment: everything but unreserved characters (RFC 3986,
/// section 2.3) is encoded, also `/`, so a value can't reach another resource. A request fails with ``APIError/Code/invalidRequest`` if a
/// value is empty, or makes its segment `.` or `..`. Literal parts keep a valid `%XX`, and other characters that a path may not hold are
/// encoded.
///
///     "characters/\(id)/comics"
public struct Path: Hashable, Sendable, CustomStringConvertible {
    /// The text that goes on the wire.
    public private(set) var encoded: String

    /// Why the path can't be sent, as the end of a sentence.
    package enum Fault: String, CustomStringConvertible {
        case emptyValue = "a value in it is empty"
        case dotSegment = "a value makes one of its segments a dot segment"
        case query = "it contains a \"?\"; pass the part after it as `query:`, or write %3F for the character"
        case fragment = "it contains a \"#\", but fragments aren't sent; write %23 for the character"
        case url = "it contains \"://\"; pass a URL in place of the path"

        package var description: String { rawValue }
    }
    package private(set) var fault: Fault?

    /// Treats `text` as the literal part of a path: `/` separates segments, and a valid `%XX` stays. With a `?`, a `#` or `://` in it, the
    /// request fails with ``APIError/Code/invalidRequest``.
    public init(_ text: String) {
        // Nearly all literals need no encoding.
        let isPlain = Self.isPlain(text)
        encoded = isPlain ? text : Self.encoded(text)
        fault = isPlain ? nil : Self.fault(inLiteral: text)
    }

    /// Takes the path of a URL, which may contain `://`.
    package init(asIs text: String) { encoded = Self.encoded(text) }

    private static func encoded(_ text: String) -> String {
        if PercentEncoding.allSatisfy(text, .path) { return text }
        var bytes: [UInt8] = []
        PercentEncoding.append(text, allowed: .path, keepingEscapes: true, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether it needs no encoding, and no look at its colons.
    fileprivate static func isPlain(_ text: String) -> Bool {
        text.withBytes { bytes in
            for byte in bytes where byte == UInt8(ascii: ":") || !PercentEncoding.Allowed.path.contains(byte) { return false }
            return true
        }
    }

    private static func fault(inLiteral text: String) -> Fault? {
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

    public var description: String { encoded }

    /// The text for messages: what comes after a `?`, a `#` or `://` may be a secret.
    package var textBeforeFault: String {
        let end: String? =
            switch fault {
            case .query: "%3F"
            case .fragment: "%23"
            case .url: "://"
            case .emptyValue, .dotSegment, nil: nil
            }
        guard let start = end.flatMap({ encoded.firstRange(of: $0) }) else { return encoded }
        return encoded[..<start.lowerBound] + "…"
    }
}

extension Path: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }

    public init(stringInterpolation: Interpolation) {
        var parts = stringInterpolation
        parts.finish()
        encoded = parts.collected.text
        fault = parts.fault
    }

    /// Collects the literal parts and the encoded values of one path.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate private(set) var collected = ShortText()
        fileprivate private(set) var fault: Fault?
        // Offsets of values that may make a dot segment, which is known only when the segment has ended.
        private var dots: [Int] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            // Nearly all literals are good as they are.
            if Path.isPlain(literal) { return collected.append(literal) }
            let path = Path(literal)
            collected.append(path.encoded)
            fault = fault ?? path.fault
        }

        /// Appends the description of `value`, encoded.
        public mutating func appendInterpolation(_ value: some LosslessStringConvertible) { append(String(value)) }
        /// Appends `value`, with everything but unreserved characters encoded.
        public mutating func appendInterpolation(_ value: String) { append(value) }
        // Digits need no encoding.
        /// Appends `value` in decimal.
        public mutating func appendInterpolation(_ value: Int) { collected.append(value) }
        /// Appends the UUID in upper case.
        public mutating func appendInterpolation(_ value: UUID) { append(value.uuidString) }

        /// Appends the raw value, encoded.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value) where Value.RawValue: LosslessStringConvertible {
            append(String(value.rawValue))
        }

        private mutating func append(_ value: String) {
            if value.isEmpty { fault = .emptyValue }
            if value == "." || value == ".." { dots.append(collected.count) }
            if PercentEncoding.allSatisfy(value, .unreserved) {
                collected.append(value)
            } else {
                var bytes: [UInt8] = []
                PercentEncoding.append(value, allowed: .unreserved, to: &bytes)
                collected.append(String(decoding: bytes, as: UTF8.self))
            }
        }

        fileprivate mutating func finish() {
            if dots.isEmpty { return }
            let text = collected.text
            for offset in dots {
                let slash = UInt8(ascii: "/")
                let head = text.utf8.prefix(offset).reversed().prefix { $0 != slash }
                // A literal's %2E is a dot for many servers; a value's percent sign is encoded itself.
                let segment = PercentEncoding.decodedBytes(head.reversed() + text.utf8.dropFirst(offset).prefix { $0 != slash })
                if segment == Array(".".utf8) || segment == Array("..".utf8) { fault = fault ?? .dotSegment }
            }
        }
    }
}

extension Path {
    /// Joins `self` and `other` with exactly one `/` between them; a `/` at the end of `other` stays. An empty `other` changes nothing.
    public func appending(_ other: Path) -> Path {
        var joined = self
        joined.fault = fault ?? other.fault
        if other.encoded.isEmpty { return joined }
        let slash = UInt8(ascii: "/")
        var base = encoded.utf8[...]
        while base.last == slash { base.removeLast() }
        joined.encoded = String(Substring(base)) + "/" + String(Substring(other.encoded.utf8.drop { $0 == slash }))
        return joined
    }
}
