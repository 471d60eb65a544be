internal import JSONScanner

extension JSONTape {
    /// The number of elements in each array of a UTF-8 document, except for arrays inside other arrays. null counts as an empty array.
    /// Returns nil if the text isn't JSON.
    package static func arrayCounts(in text: Data) -> [Int]? {
        text.withUnsafeBytes { bytes in
            reading(bytes.bindMemory(to: UInt8.self)) { tape in
                guard tape.failure == nil else { return nil }
                var counts: [Int] = []
                tape.countArrays(in: 0, depth: 0, &counts)
                return counts
            }
        }
    }

    private func countArrays(in value: Slot, depth: Int, _ counts: inout [Int]) {
        switch kind(of: value) {
        case .null: counts.append(0)
        case .array:
            var elements = 0
            forEachElement(of: value) { _ in elements += 1 }
            counts.append(elements)
        // The objects that wrap a page's items aren't nested more deeply than this.
        case .object where depth < 6: forEachMember(of: value) { _, member in countArrays(in: member, depth: depth + 1, &counts) }
        default: break
        }
    }
}
