internal import JSONScanner

/// The paths of values.
extension JSONTape {
    /// The keys and positions that lead to a value. Each key has the type with which it was requested, if that type can be created from the
    /// key's text.
    func path(to value: Slot) -> [any CodingKey] {
        guard value != 0, let parents = json_parents(&tape) else { return [] }
        var path: [any CodingKey] = []
        var value = value
        while value != 0 {
            let parent = parents[Int(value)]
            path.append(
                kind(of: parent.container) == .array ? JSONPathKey(index: Int(parent.position)) : key(of: value))
            value = parent.container
        }
        path.reverse()
        return path
    }

    private func key(of value: Slot) -> any CodingKey {
        let text = (try? string(at: value - 1)) ?? ""
        let number = entries[Int(value) - 1].key_type
        if number == Self.plainKeys { return JSONPathKey(stringValue: text) }
        let name = rules.key(text)
        guard number != 0, let type = number == 1 ? firstKeyType : otherKeyTypes[Int(number) - 2] else {
            return JSONPathKey(stringValue: name)
        }
        if let key = type.init(stringValue: name), key.stringValue == name { return key }
        var key = JSONPathKey(stringValue: name)
        key.isName = type.hasNamesAlone
        return key
    }

    /// Marks an object whose keys are never converted.
    static let plainKeys = UInt16.max

    /// The number that stands for a key type. The entry of a member's name records the number of the type that last requested the member. 0
    /// if there are too many types.
    func number(of type: any CodingKey.Type) -> UInt16 {
        guard let first = firstKeyType, first != type else {
            firstKeyType = type
            return 1
        }
        for index in otherKeyTypes.indices.reversed() where otherKeyTypes[index] == type { return UInt16(index + 2) }
        if otherKeyTypes.count == Int(Self.plainKeys) - 2 { return 0 }
        otherKeyTypes.append(type)
        return UInt16(otherKeyTypes.count + 1)
    }

    /// The text of a member's key. An error carries the object's path.
    func key(_ name: Slot, of object: Slot) throws -> String {
        do throws(Problem) {
            return try string(at: name)
        } catch {
            throw error.decodingError(at: path(to: object))
        }
    }

    /// The byte offset at which the value at `path` begins. If the value doesn't exist, this is the offset of its nearest existing parent;
    /// if invalid JSON precedes the value, it is the offset of the error.
    package func offset(of path: [any CodingKey]) -> Int {
        let failure = failure
        var value: Slot = 0
        // A problem with the document itself has an empty path.
        if path.isEmpty { return failure?.offset ?? 0 }
        if tape.count == 0 { return failure?.offset ?? 0 }
        for key in path {
            guard let child = child(key, of: value) else {
                // The value may come after the error.
                if let failure, index(after: value) == tape.count { return failure.offset }
                return offset(of: value)
            }
            value = child
        }
        return offset(of: value)
    }

    /// The keys of the object at `path`, in document order; nil if there is no object.
    package func keys(ofObjectAt path: some Sequence<any CodingKey>) -> [String]? {
        guard let value = value(at: path), kind(of: value) == .object else { return nil }
        var keys: [String] = []
        forEachMember(of: value) { name, _ in keys.append((try? string(at: name)) ?? "") }
        return keys
    }

    /// The string at a path; nil if there is none.
    package func text(at path: [any CodingKey]) -> String? {
        guard let value = value(at: path), kind(of: value) == .string else { return nil }
        return try? string(at: value)
    }

    private func value(at path: some Sequence<any CodingKey>) -> Slot? {
        if tape.count == 0 { return nil }
        var value: Slot = 0
        for key in path {
            guard let child = child(key, of: value) else { return nil }
            value = child
        }
        return value
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
                // The decoder that reported the path may have converted its keys.
                if converted == nil, JSONDecodingRules.camelCase(name) == key.stringValue { converted = member }
            }
            found = found ?? converted
        default: break
        }
        return found
    }
}

/// A key or an index in a value's path. It can also hold any key of an object.
struct JSONPathKey: CodingKey, CustomStringConvertible {
    let stringValue: String
    let intValue: Int?
    /// Whether the key is the name of a type's member; otherwise it may be data.
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
    /// Whether all keys of the type are names written in the program. A type without room for a string can't have other keys.
    static var hasNamesAlone: Bool { MemoryLayout<Self>.size <= 2 }

    /// Whether the key is a name written in the program, rather than data such as a dictionary's key.
    package var isName: Bool { Self.hasNamesAlone || (self as? JSONPathKey)?.isName == true }
}
