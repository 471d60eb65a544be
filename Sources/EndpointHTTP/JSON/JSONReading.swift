internal import JSONScanner

extension JSON {
    /// Reads a JSON text in UTF-8 (RFC 8259). If a key occurs more than once, its last value is used, at the position of the first.
    ///
    /// Throws a `DecodingError` with the byte offset for invalid JSON, for a number that is too large for `Double` or so small that it
    /// would become 0, and for arrays and objects nested more than 512 levels deep.
    public init(parsing text: some Sequence<UInt8>) throws {
        let value = try text.withContiguousStorageIfAvailable { try JSONTape.reading($0) { try $0.decode(JSON.self) } }
        self = try value ?? Array(text).withUnsafeBufferPointer { try JSONTape.reading($0) { try $0.decode(JSON.self) } }
    }

    /// Reads a JSON text, like ``init(parsing:)`` for UTF-8.
    public init(parsing text: String) throws { try self.init(parsing: text.utf8) }
}

extension JSONTape {
    /// A value, including all nested values.
    func json(at index: Slot) throws -> JSON {
        do throws(Problem) {
            return try value(at: index)
        } catch {
            throw error.decodingError(at: path(to: index))
        }
    }

    private func value(at index: Slot) throws(Problem) -> JSON {
        switch kind(of: index) {
        case .null, .word: return .null
        case .bool: return .bool(isTrue(index))
        case .number: return .number(try number(at: index))
        case .string: return .string(try string(at: index))
        case .array:
            var elements: [JSON] = []
            try forEachElement(of: index) { (element) throws(Problem) in elements.append(try value(at: element)) }
            return .array(elements)
        case .object:
            var object = JSON.Object()
            try forEachMember(of: index) { (key, member) throws(Problem) in object[try string(at: key)] = try value(at: member) }
            return .object(object)
        }
    }
}
