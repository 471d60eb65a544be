internal import JSONScanner

extension JSONReadable {
    // As default implementations of protocol requirements, these are compiled separately for each of our own types, which makes them
    // several times as fast.

    static func elements(of array: JSONTape.Slot, in tape: JSONTape) throws -> [Self] {
        try tape.elements(of: array) { slot throws in try Self(tape: tape, at: slot) }
    }

    static func members(of object: JSONTape.Slot, in tape: JSONTape) throws -> [String: Self] {
        try tape.members(of: object) { slot throws in try Self(tape: tape, at: slot) }
    }
}

extension JSONTape {
    @inline(__always)
    fileprivate func elements<Element>(of array: Slot, _ read: (Slot) throws -> Element) throws -> [Element] {
        if kind(of: array) != .array { throw mismatch(array, [Any].self) }
        var elements: [Element] = []
        elements.reserveCapacity(Int(entries[Int(array)].count))
        var element = array + 1
        while element < entries[Int(array)].end {
            elements.append(try read(element))
            element = index(after: element)
        }
        return elements
    }

    /// The keys are data, so no key strategy converts them. If a key occurs more than once, its first value is used.
    @inline(__always)
    fileprivate func members<Value>(of object: Slot, _ read: (Slot) throws -> Value) throws -> [String: Value] {
        if kind(of: object) != .object { throw mismatch(object, [String: Any].self) }
        var members: [String: Value] = [:]
        members.reserveCapacity(Int(json_member_count(entries, object)))
        let mayRepeat = entries[Int(object)].flags & UInt8(JSON_NEEDS_INDEX) != 0
        var name = object + 1
        while name < entries[Int(object)].end {
            let key = try key(name, of: object)
            entries[Int(name)].key_type = Self.plainKeys
            if !mayRepeat || members[key] == nil {
                members.updateValue(try read(name + 1), forKey: key)
            } else if rules.convertsSnakeCase {
                // This value is discarded, but JSONDecoder reads it too.
                _ = try read(name + 1)
            }
            name = index(after: name + 1)
        }
        return members
    }
}

extension Array: JSONReadable where Element: Decodable {
    init(tape: JSONTape, at array: JSONTape.Slot) throws {
        if let readable = Element.self as? any JSONReadable.Type {
            self = try Self.read(readable, tape, array)
        } else {
            self = try tape.elements(of: array) { slot throws in try Element(from: JSONTapeDecoder(tape: tape, index: slot)) }
        }
    }

    /// Reads the elements. `Readable` must be `Element` itself.
    private static func read<Readable: JSONReadable>(_ type: Readable.Type, _ tape: JSONTape, _ array: JSONTape.Slot) throws -> Self {
        unsafeBitCast(try type.elements(of: array, in: tape), to: Self.self)
    }
}

extension Dictionary: JSONReadable where Key == String, Value: Decodable {
    init(tape: JSONTape, at object: JSONTape.Slot) throws {
        if let readable = Value.self as? any JSONReadable.Type {
            self = try Self.read(readable, tape, object)
        } else {
            self = try tape.members(of: object) { slot throws in try Value(from: JSONTapeDecoder(tape: tape, index: slot)) }
        }
    }

    /// Reads the values. `Readable` must be `Value` itself.
    private static func read<Readable: JSONReadable>(_ type: Readable.Type, _ tape: JSONTape, _ object: JSONTape.Slot) throws -> Self {
        unsafeBitCast(try type.members(of: object, in: tape), to: Self.self)
    }
}

extension Optional: JSONReadable where Wrapped: Decodable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        self = tape.isNull(index) ? nil : try tape.decode(Wrapped.self, at: index)
    }
}
