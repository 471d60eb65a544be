/// A path, percent-encoded as it goes on the wire.
///
/// Written as a literal. An interpolated value is one segment: everything but unreserved characters (RFC 3986, section 2.3) is
/// encoded, also `/`, so a value can't reach another resource. A value that is empty, or makes its segment `.` or `..`, refuses
/// the request with ``APIError/Code/invalidRequest``. The literal parts keep a valid `%XX` and encode what a path may not hold.
///
///     "characters/\(id)/comics"
public struct Path: Hashable, Sendable, CustomStringConvertible {
    /// The text that goes on the wire.
    public private(set) var encoded: String

    /// Why it can't be sent, as the end of a sentence.
    enum Fault: String, CustomStringConvertible {
        case emptyValue = "a value in it is empty"
        case dotSegment = "a value makes one of its segments a dot segment"

        var description: String { rawValue }
    }
    private(set) var fault: Fault?

    /// Takes `text` as the literal parts of a path are taken: `/` separates, a valid `%XX` stays.
    public init(_ text: String) {
        if PercentEncoding.allSatisfy(text, .path) {
            encoded = text
        } else {
            var bytes: [UInt8] = []
            PercentEncoding.append(text, allowed: .path, keepingEscapes: true, to: &bytes)
            encoded = String(decoding: bytes, as: UTF8.self)
        }
    }

    public var description: String { encoded }
}

extension Path: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }

    public init(stringInterpolation: Interpolation) {
        var parts = stringInterpolation
        parts.closeSegment()
        encoded = parts.text
        fault = parts.fault
    }

    /// Collects the literal parts and the encoded values of one path.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate private(set) var text = ""
        // Where the segment starts that a value was put into; whether it is a dot segment is known when it ends.
        private var openSegment: String.Index?
        fileprivate private(set) var fault: Fault?

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 12)
        }

        public mutating func appendLiteral(_ literal: String) {
            if openSegment != nil, literal.utf8.contains(UInt8(ascii: "/")) {
                let end = literal.utf8.firstIndex(of: UInt8(ascii: "/")) ?? literal.endIndex
                text += Path(String(literal[..<end])).encoded
                closeSegment()
                text += Path(String(literal[end...])).encoded
            } else {
                text += Path(literal).encoded
            }
        }

        public mutating func appendInterpolation(_ value: some LosslessStringConvertible) { append(String(value)) }
        public mutating func appendInterpolation(_ value: UUID) { append(value.uuidString) }

        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value) where Value.RawValue: LosslessStringConvertible {
            append(String(value.rawValue))
        }

        private mutating func append(_ value: String) {
            if value.isEmpty { fault = .emptyValue }
            if openSegment == nil {
                openSegment = text.utf8.lastIndex(of: UInt8(ascii: "/")).map(text.utf8.index(after:)) ?? text.startIndex
            }
            if PercentEncoding.allSatisfy(value, .unreserved) {
                text += value
            } else {
                var bytes: [UInt8] = []
                PercentEncoding.append(value, allowed: .unreserved, to: &bytes)
                text += String(decoding: bytes, as: UTF8.self)
            }
        }

        fileprivate mutating func closeSegment() {
            guard let start = openSegment else { return }
            openSegment = nil
            if text[start...] == "." || text[start...] == ".." { fault = fault ?? .dotSegment }
        }
    }
}

extension Path {
    /// `self` and `other` with exactly one `/` between them; a `/` at the end of `other` stays. Nothing is joined to an empty `other`.
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
