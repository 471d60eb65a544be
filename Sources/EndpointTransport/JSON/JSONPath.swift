internal import JSONScanner

/// The paths of values.
extension JSONTape {
    /// A container on the way to a value, and its child on that way.
    struct Step {
        let container: Slot
        /// The entry of the value, not of its key.
        var child: Slot
        var position = 0
    }

    /// The keys and positions that lead to a value. Values that are asked for in their order cost no search from the start.
    func path(to value: Slot) -> [any CodingKey] {
        // A container on the way is asked for between its elements: the way to the last of them stays known.
        if let depth = value == 0 ? 0 : trail.firstIndex(where: { $0.child == value }).map({ $0 + 1 }) { return keys(of: trail[..<depth]) }
        while let last = trail.last, !(last.child...(index(after: last.child) - 1)).contains(value) {
            trail.removeLast()
            // The search goes on in the same container.
            if value > last.child, value < entries[Int(last.container)].end { descend(to: value, from: last) }
        }
        // It stops at a member, where its key is asked for.
        while case let container = trail.last?.child ?? 0, container < value {
            descend(to: value, from: Step(container: container, child: container + (kind(of: container) == .object ? 2 : 1)))
        }
        return keys(of: trail[...])
    }

    private func keys(of steps: ArraySlice<Step>) -> [any CodingKey] {
        steps.map { step in
            if kind(of: step.container) == .array { return JSONPathKey(index: step.position) }
            var name = JSONPathKey(stringValue: (try? string(at: step.child - 1)).map { key($0, in: step.container) } ?? "")
            name.isName = entries[Int(step.container)].flags & UInt8(JSON_HAS_NAMES) != 0
            return name
        }
    }

    private func key(_ name: String, in object: Slot) -> String {
        entries[Int(object)].flags & UInt8(JSON_KEEPS_KEYS) == 0 ? rules.key(name) : name
    }

    /// The text of a member's key. An error is about the object.
    func key(_ name: Slot, of object: Slot) throws -> String {
        do throws(Problem) {
            return try string(at: name)
        } catch {
            throw error.decodingError(at: path(to: object))
        }
    }

    /// Says that the keys of an object are what they are, whatever the rules.
    func keepKeys(of object: Slot) { entries[Int(object)].flags |= UInt8(JSON_KEEPS_KEYS) }

    /// Adds the step in a container that leads to a value, which stands in it.
    private func descend(to value: Slot, from step: Step) {
        var step = step
        let isObject = kind(of: step.container) == .object
        while value >= index(after: step.child) {
            step.child = index(after: step.child) + (isObject ? 1 : 0)
            step.position += 1
        }
        trail.append(step)
    }

    /// The byte offset at which the value at `path` begins. If it doesn't exist, the offset of its nearest existing parent; if the text
    /// isn't JSON before it, the offset of the error.
    package func offset(of path: [any CodingKey]) -> Int {
        let failure = failure
        var value: Slot = 0
        // A problem of the document itself has an empty path.
        if path.isEmpty { return failure?.offset ?? 0 }
        if tape.count == 0 { return failure?.offset ?? 0 }
        for key in path {
            guard let child = child(key, of: value) else {
                // It may stand behind the error.
                if let failure, index(after: value) == tape.count { return failure.offset }
                return offset(of: value)
            }
            value = child
        }
        return offset(of: value)
    }

    /// The keys of the object at `path`, in their order; nil where there is no object.
    package func keys(ofObjectAt path: some Sequence<any CodingKey>) -> [String]? {
        if tape.count == 0 { return nil }
        var value: Slot = 0
        for key in path {
            guard let child = child(key, of: value) else { return nil }
            value = child
        }
        guard kind(of: value) == .object else { return nil }
        var keys: [String] = []
        forEachMember(of: value) { name, _ in keys.append((try? string(at: name)) ?? "") }
        return keys
    }

    private func child(_ key: any CodingKey, of value: Slot) -> Slot? {
        var found: Slot?
        switch kind(of: value) {
        case .array:
            var position = 0
            forEachElement(of: value) { element in
                if position == key.intValue { found = element }
                position += 1
            }
        case .object:
            var converted: Slot?
            forEachMember(of: value) { name, member in
                guard found == nil, let name = try? string(at: name) else { return }
                if name == key.stringValue { found = member }
                // The decoder that gave the path may have converted its keys.
                if converted == nil, JSONDecodingRules.camelCase(name) == key.stringValue { converted = member }
            }
            found = found ?? converted
        default: break
        }
        return found
    }
}

/// A part of a value's path, and any key of an object.
struct JSONPathKey: CodingKey, CustomStringConvertible {
    let stringValue: String
    let intValue: Int?
    /// Whether a type has the name; otherwise it may be data.
    fileprivate(set) var isName = false

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) { self.init(index: intValue) }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    var description: String { intValue.map { "[\($0)]" } ?? stringValue }
}

extension CodingKey {
    /// Whether the program wrote all names that the type has: one without room for a text can't have others.
    static var hasNamesAlone: Bool { MemoryLayout<Self>.size <= 2 }

    /// Whether the program wrote it, and it isn't data such as the key of a dictionary.
    package var isName: Bool { Self.hasNamesAlone || (self as? JSONPathKey)?.isName == true }
}
