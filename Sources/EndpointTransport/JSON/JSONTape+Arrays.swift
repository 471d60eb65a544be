internal import JSONScanner

extension JSONTape {
    /// The text of the longest array with so many elements that is in a document in UTF-8, or in its objects and theirs: the elements of a page. nil
    /// where there is none.
    package static func array(of count: Int, in text: Data) -> Data? {
        guard count > 0 else { return nil }
        let range = text.withUnsafeBytes { bytes in
            reading(bytes.bindMemory(to: UInt8.self)) { tape -> Range<Int>? in
                var longest: Range<Int>?
                if tape.failure == nil { tape.findArrays(of: count, in: 0, depth: 0, &longest) }
                return longest
            }
        }
        return range.map { text[(text.startIndex + $0.lowerBound)..<(text.startIndex + $0.upperBound)] }
    }

    private func findArrays(of count: Int, in value: Slot, depth: Int, _ longest: inout Range<Int>?) {
        switch kind(of: value) {
        case .array:
            var elements = 0
            forEachElement(of: value) { _ in elements += 1 }
            let next = index(after: value)
            // Up to the next value, or the document's end.
            let range = offset(of: value)..<(next < self.tape.count ? offset(of: next) : byteCount)
            if elements == count, range.count > longest?.count ?? 0 { longest = range }
        case .object where depth < 6:
            forEachMember(of: value) { _, member in findArrays(of: count, in: member, depth: depth + 1, &longest) }
        default: break
        }
    }
}
