/// A SHA-256 digest for use as a dictionary key. It is hashed and compared without an allocation.
package struct KeyDigest: Hashable, Sendable, CustomStringConvertible {
    private let words: SIMD4<UInt64>

    package init(of bytes: [UInt8]) {
        let digest = SHA256Hash.digest(of: bytes)
        words = digest.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }

    package init(of text: String) { self.init(of: Array(text.utf8)) }

    /// Parses 64 hexadecimal digits; nil for any other text.
    package init?(_ text: String) {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        let bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        words = bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }

    /// The 32 bytes.
    package var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

    /// 64 hexadecimal digits.
    package var description: String { SHA256Hash.hexadecimal(bytes) }
}

/// The bytes of several strings, encoded so that different lists of strings always have different bytes.
package struct DigestInput: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Appends the text of the request's URL.
    package mutating func append(urlOf request: HTTPRequest) {
        request.withURLText { url in
            withUnsafeBytes(of: UInt64(url.count).littleEndian) { append(raw: $0) }
            append(raw: UnsafeRawBufferPointer(url))
        }
    }

    private mutating func append(raw: UnsafeRawBufferPointer) {
        // This capacity is usually enough for the whole input.
        if bytes.isEmpty { bytes.reserveCapacity(256) }
        bytes += raw
    }

    package mutating func append(_ texts: String...) {
        for text in texts {
            withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { append(raw: $0) }
            bytes += text.utf8
        }
    }

    package mutating func append(_ other: [UInt8]) {
        withUnsafeBytes(of: UInt64(other.count).littleEndian) { append(raw: $0) }
        bytes += other
    }

    package var digest: KeyDigest { KeyDigest(of: bytes) }
}

extension KeyDigest: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = KeyDigest(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "It isn't a digest.")
        }
        self = digest
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
