// Bits mark the fields that are additions.
extension HTTPHeaders {
    /// Only fields that are added or set from now on count as additions. In a new list, all fields are additions.
    package mutating func beginAdditions() {
        additions = 0
        if !lateAdditions.isEmpty { lateAdditions = [] }
    }

    /// Whether a field was added or set since ``beginAdditions()``.
    package var hasAdditions: Bool { fields.indices.contains(where: isAddition) }

    private static let bitCount = 63

    @inline(__always)
    mutating func markAddition(_ index: Int) {
        if index < Self.bitCount { additions |= 1 &<< UInt64(truncatingIfNeeded: index) } else { markLateAddition(index) }
    }

    @inline(never)
    private mutating func markLateAddition(_ index: Int) {
        // In a new list all fields are additions, so no entries are needed.
        if isAddition(index) { return }
        while lateAdditions.count <= index - Self.bitCount { lateAdditions.append(false) }
        lateAdditions[index - Self.bitCount] = true
    }

    private func isAddition(_ index: Int) -> Bool {
        if index < Self.bitCount { return additions & (1 &<< UInt64(truncatingIfNeeded: index)) != 0 }
        let late = index - Self.bitCount
        return late < lateAdditions.count ? lateAdditions[late] : additions >> Self.bitCount != 0
    }

    /// Unmarks the additions that `earlier` contains too, because those were only rewritten.
    mutating func settleAdditions(in earlier: HTTPHeaders) {
        for index in fields.indices where isAddition(index) && earlier.fields.contains(fields[index]) {
            guard index >= Self.bitCount else {
                additions &= ~(1 &<< UInt64(truncatingIfNeeded: index))
                continue
            }
            while lateAdditions.count <= index - Self.bitCount { lateAdditions.append(isAddition(Self.bitCount + lateAdditions.count)) }
            lateAdditions[index - Self.bitCount] = false
        }
    }

    /// Whether a field of this name was added or set since ``beginAdditions()``.
    func hasAddition(_ name: String) -> Bool {
        fields.indices.contains { fields[$0].name.equalsIgnoringASCIICase(name) && isAddition($0) }
    }

    /// Calls `body` with each field that was added or set since ``beginAdditions()``.
    func forEachAddition(_ body: (Field) -> Void) {
        for index in fields.indices where isAddition(index) { body(fields[index]) }
    }

    package mutating func removeFields(where isRemoved: (_ field: Field, _ isAddition: Bool) -> Bool) {
        let old = self
        (fields, additions, lateAdditions, validCount) = ([], 0, [], 0)
        fields.reserveCapacity(old.fields.count)
        for (index, field) in old.fields.enumerated() {
            let isAddition = old.isAddition(index)
            guard !isRemoved(field, isAddition) else { continue }
            if isAddition { markAddition(fields.count) }
            fields.append(field)
        }
    }

    /// - Parameter value: returns a field's new value; nil keeps the old one.
    mutating func replaceValues(_ value: (_ field: Field, _ isAddition: Bool) -> String?) {
        for index in fields.indices {
            guard let value = value(fields[index], isAddition(index)) else { continue }
            fields[index].value = value
            validCount = Swift.min(validCount, index)
        }
    }
}
