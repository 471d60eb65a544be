internal import JSONScanner

extension JSONTape {
    /// The texts of all arrays with `count` elements in a UTF-8 document, including arrays in nested objects. One of them contains the
    /// elements of a page. nil if there is none.
    package static func arrays(of count: Int, in text: Data) -> Data? {
        guard count > 0 else { return nil }
        let ranges = text.withUnsafeBytes { bytes in
            reading(bytes.bindMemory(to: UInt8.self)) { tape -> [Range<Int>] in
                var ranges: [Range<Int>] = []
                if tape.failure == nil { tape.findArrays(of: count, in: 0, depth: 0, &ranges) }
                return ranges
            }
        }
        if ranges.isEmpty { return nil }
        return ranges.reduce(into: Data()) { $0 += text[(text.startIndex + $1.lowerBound)..<(text.startIndex + $1.upperBound)] }
    }

    private func findArrays(of count: Int, in value: Slot, depth: Int, _ ranges: inout [Range<Int>]) {
        switch kind(of: value) {
        case .array:
            var elements = 0
            forEachElement(of: value) { _ in elements += 1 }
            let next = index(after: value)
            // Up to the next value, or the document's end.
            if elements == count { ranges.append(offset(of: value)..<(next < self.tape.count ? offset(of: next) : byteCount)) }
        case .object where depth < 6:
            forEachMember(of: value) { _, member in findArrays(of: count, in: member, depth: depth + 1, &ranges) }
        default: break
        }
    }
}
