/// Writes bytes into a buffer. The buffer must be large enough, because only debug builds check its bounds.
package struct ByteWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    package private(set) var count = 0

    package init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    package mutating func append(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }

    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: bytes)
        count += bytes.count
    }

    package mutating func append(_ text: String, droppingLeadingSlashes: Bool = false) {
        text.withBytes { bytes in
            let start = droppingLeadingSlashes ? bytes.firstIndex { $0 != UInt8(ascii: "/") } ?? bytes.count : 0
            append(UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer[..<count]) }

    /// Needs up to three bytes for each byte of `text`.
    package mutating func append(_ text: String, encodingAllBut allowed: PercentEncoding.Allowed, keepingEscapes: Bool = false) {
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
    package mutating func append(magnitude: UInt64, isNegative: Bool) {
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

/// Stores a text of up to 64 bytes inline, and a longer text in an array. Most paths are short, and growing an array or a string takes
/// longer than writing the bytes.
struct ShortText {
    private typealias Bytes = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    private var bytes: Bytes = (0, 0, 0, 0, 0, 0, 0, 0)
    private(set) var count = 0
    /// All bytes, once they no longer fit inline.
    private var overflow: [UInt8] = []

    package mutating func append(_ text: String) {
        text.withBytes { text in
            append(atMost: text.count) { $0.append(text) }
        }
    }

    /// Appends the number in decimal.
    package mutating func append(_ number: Int) {
        append(atMost: 20) { $0.append(magnitude: UInt64(number.magnitude), isNegative: number < 0) }
    }

    @inline(__always)
    private mutating func append(atMost size: Int, _ write: (inout ByteWriter) -> Void) {
        if overflow.isEmpty, count + size <= MemoryLayout<Bytes>.size {
            count += withUnsafeMutableBytes(of: &bytes) { buffer in
                var writer = ByteWriter(buffer: UnsafeMutableBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[count...]))
                write(&writer)
                return writer.count
            }
        } else {
            if overflow.isEmpty { overflow = Array(text.utf8) }
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { buffer in
                var writer = ByteWriter(buffer: buffer)
                write(&writer)
                overflow.append(contentsOf: writer.written)
            }
            count = overflow.count
        }
    }

    var text: String {
        if !overflow.isEmpty { return String(decoding: overflow, as: UTF8.self) }
        return withUnsafeBytes(of: bytes) { String(decoding: $0[..<count], as: UTF8.self) }
    }
}
