/// Collects a text of up to 64 bytes in place, and a longer one in an array. Most paths are short, and a growing array or string costs more
/// than what is written to it.
struct ShortText {
    private typealias Bytes = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    private var bytes: Bytes = (0, 0, 0, 0, 0, 0, 0, 0)
    private(set) var count = 0
    /// All bytes, once they no longer fit in place.
    private var overflow: [UInt8] = []

    mutating func append(_ text: String) {
        text.withBytes { text in
            append(atMost: text.count) { $0.append(text) }
        }
    }

    /// Appends the number in decimal.
    mutating func append(_ number: Int) {
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
