internal import JSONScanner

extension JSONTape {
    /// Whether an array in a UTF-8 document has `count` elements, including arrays in nested objects. null counts as an empty array. nil if
    /// the text is no JSON.
    package static func hasArray(of count: Int, in text: Data) -> Bool? {
        text.withUnsafeBytes { bytes in
            reading(bytes.bindMemory(to: UInt8.self)) { tape in
                tape.failure == nil ? tape.hasArray(of: count, in: 0, depth: 0) : nil
            }
        }
    }

    private func hasArray(of count: Int, in value: Slot, depth: Int) -> Bool {
        switch kind(of: value) {
        case .null: return count == 0
        case .array:
            var elements = 0
            forEachElement(of: value) { _ in elements += 1 }
            return elements == count
        // A page's envelopes aren't deeper.
        case .object where depth < 6:
            var isFound = false
            forEachMember(of: value) { _, member in isFound = isFound || hasArray(of: count, in: member, depth: depth + 1) }
            return isFound
        default: return false
        }
    }
}
