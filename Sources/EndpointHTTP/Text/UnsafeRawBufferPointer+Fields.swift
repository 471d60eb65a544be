/// Finds the parts of a field line (RFC 9112, section 5). The methods are loops over the bytes, because slices and the standard library's
/// searches take ten times as long. They are inlinable, because an engine calls them for each byte or field.
extension UnsafeRawBufferPointer {
    /// The index of a byte; the count if the byte isn't found.
    @inlinable @inline(__always)
    package func index(of byte: UInt8, from start: Int) -> Int {
        var index = start
        while index < count, self[index] != byte { index += 1 }
        return index
    }

    /// The bytes without leading and trailing spaces and tabs.
    @inlinable package var trimmed: UnsafeRawBufferPointer {
        var start = 0
        var end = count
        while start < end, self[start].isBlank { start += 1 }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[start..<end])
    }

    /// A decimal number of up to 63 bits; nil for anything else.
    @inlinable package var number: Int? {
        if isEmpty { return nil }
        var number = 0
        for byte in self {
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(Int(byte & 15))
            if !byte.isDigit || isTooLarge || overflows { return nil }
            number = sum
        }
        return number
    }
}

extension UInt8 {
    @inlinable package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
    @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
