/// Writes into memory that was measured beforehand.
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
        var text = text
        text.withUTF8 { bytes in
            let start = droppingLeadingSlashes ? bytes.firstIndex { $0 != UInt8(ascii: "/") } ?? bytes.count : 0
            append(UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    /// A path that follows an authority starts with a slash.
    mutating func appendPath(_ path: String) {
        guard !path.isEmpty else { return }
        if path.utf8.first != UInt8(ascii: "/") { append(UInt8(ascii: "/")) }
        append(path)
    }

    mutating func removeTrailingSlashes(after start: Int) {
        while count > start, buffer[count - 1] == UInt8(ascii: "/") { count -= 1 }
    }
}
