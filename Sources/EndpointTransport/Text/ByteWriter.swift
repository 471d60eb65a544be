/// Writes bytes into a buffer. The caller must have made it large enough: only debug builds check the bounds.
struct ByteWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func append(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: bytes)
        count += bytes.count
    }

    mutating func append(_ text: String, droppingLeadingSlashes: Bool = false) {
        text.withBytes { bytes in
            let start = droppingLeadingSlashes ? bytes.firstIndex { $0 != UInt8(ascii: "/") } ?? bytes.count : 0
            append(UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer[..<count]) }

    /// Needs up to three bytes for each byte of `text`.
    mutating func append(_ text: String, encodingAllBut allowed: PercentEncoding.Allowed, keepingEscapes: Bool = false) {
        guard let start = buffer.baseAddress.map({ $0 + count }) else { return }
        count += text.withBytes { bytes in
            guard let first = bytes.baseAddress else { return 0 }
            var output = start
            let end = first + bytes.count
            var next = first
            while next != end {
                let byte = next.pointee
                if allowed.contains(byte) || keepingEscapes && PercentEncoding.isEscape(at: next - first, in: bytes) {
                    output.pointee = byte
                    output += 1
                } else {
                    output[0] = UInt8(ascii: "%")
                    output[1] = Self.hexDigit(byte >> 4)
                    output[2] = Self.hexDigit(byte & 15)
                    output += 3
                }
                next += 1
            }
            return output - start
        }
    }

    @inline(__always)
    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    /// Writes a decimal number, which needs up to 20 bytes.
    mutating func append(magnitude: UInt64, isNegative: Bool) {
        if isNegative { append(UInt8(ascii: "-")) }
        let start = count
        var rest = magnitude
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        buffer[start..<count].reverse()
    }

    /// Writes a path after an authority, with a slash at its start.
    mutating func appendPath(_ path: String) {
        guard !path.isEmpty else { return }
        if path.utf8.first != UInt8(ascii: "/") { append(UInt8(ascii: "/")) }
        append(path)
    }

    mutating func removeTrailingSlashes(after start: Int) {
        while count > start, buffer[count - 1] == UInt8(ascii: "/") { count -= 1 }
    }
}
