internal import JSONScanner

/// A JSON text as a flat list of its values in document order, each with its position. Values are created only when they are read.
///
/// Only one task at a time may use it.
package final class JSONTape {
    var tape = json_tape()
    private(set) var bytes: UnsafePointer<UInt8>
    let byteCount: Int
    let isLenient: Bool
    private var copy: UnsafeMutablePointer<UInt8>?
    let entries: UnsafeMutablePointer<json_entry>
    let rules: JSONDecodingRules
    /// The key types with which objects were read. The first is stored separately, because that needs no allocation.
    var firstKeyType: (any CodingKey.Type)?
    var otherKeyTypes: [any CodingKey.Type] = []

    /// Scans a text, whose memory must stay in place until the tape is released or makes its own copy.
    private init(scanning text: UnsafeBufferPointer<UInt8>, isLenient: Bool, rules: JSONDecodingRules) {
        // An empty text has no address.
        bytes = text.baseAddress ?? ("" as StaticString).utf8Start
        byteCount = text.count
        self.isLenient = isLenient
        self.rules = rules
        json_scan(bytes, text.count, isLenient, &tape)
        entries = tape.entries
    }

    deinit {
        json_free(&tape)
        copy?.deallocate()
    }

    /// Calls `body` with the tape of a text. If `body` retains the tape, it stays valid.
    package static func reading<Value>(
        _ text: UnsafeBufferPointer<UInt8>, isLenient: Bool = false, rules: JSONDecodingRules = .standard,
        _ body: (JSONTape) throws -> Value
    ) rethrows -> Value {
        var tape = JSONTape(scanning: text, isLenient: isLenient, rules: rules)
        defer { if !isKnownUniquelyReferenced(&tape) { tape.keepsText() } }
        return try body(tape)
    }

    private func keepsText() {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, byteCount))
        copy.initialize(from: bytes, count: byteCount)
        self.copy = copy
        bytes = UnsafePointer(copy)
    }
}

/// Access to the values by their entries.
extension JSONTape {
    /// The index of an entry. The whole document has index 0.
    package typealias Slot = UInt32

    /// The kind of a value, known before the value is read.
    package enum Kind { case null, bool, number, string, array, object, word }

    package func kind(of value: Slot) -> Kind {
        switch UInt32(entries[Int(value)].kind) {
        case JSON_NULL.rawValue: .null
        case JSON_TRUE.rawValue, JSON_FALSE.rawValue: .bool
        case JSON_STRING.rawValue: .string
        case JSON_ARRAY.rawValue: .array
        case JSON_OBJECT.rawValue: .object
        case JSON_WORD.rawValue: .word
        default: .number
        }
    }

    package func isTrue(_ value: Slot) -> Bool { entries[Int(value)].kind == JSON_TRUE.rawValue }

    /// The offset at which a value begins.
    package func offset(of value: Slot) -> Int {
        let entry = entries[Int(value)]
        return Int(entry.offset) - (kind(of: value) == .string && entry.offset > 0 && bytes[Int(entry.offset) - 1] == 0x22 ? 1 : 0)
    }

    /// The entry after a value and everything inside it.
    func index(after value: Slot) -> Slot {
        let entry = entries[Int(value)]
        return entry.kind >= UInt8(JSON_ARRAY.rawValue) && entry.kind <= UInt8(JSON_OBJECT.rawValue) ? entry.end : value + 1
    }

    /// Calls `body` for each element of an array.
    package func forEachElement<Failure: Error>(of array: Slot, _ body: (Slot) throws(Failure) -> Void) throws(Failure) {
        var element = array + 1
        while element < entries[Int(array)].end {
            try body(element)
            element = index(after: element)
        }
    }

    /// Calls `body` for each member of an object, with the entries of its key and its value.
    package func forEachMember<Failure: Error>(
        of object: Slot, _ body: (_ key: Slot, _ value: Slot) throws(Failure) -> Void
    ) throws(Failure) {
        var key = object + 1
        while key < entries[Int(object)].end {
            try body(key, key + 1)
            key = index(after: key + 1)
        }
    }

    /// The text of a string without its quotes and escapes.
    package func string(at index: Slot) throws(Problem) -> String {
        let entry = entries[Int(index)]
        let start = bytes + Int(entry.offset)
        let count = Int(entry.count)
        if entry.flags == 0 {
            return String(unsafeUninitializedCapacity: count) { buffer in
                if let output = buffer.baseAddress { output.update(from: start, count: count) }
                return count
            }
        }
        if entry.flags & UInt8(JSON_ESCAPED) == 0 { return try utf8(UnsafeBufferPointer(start: start, count: count), at: entry) }
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, count)) { (buffer) -> Result<String, Problem> in
            guard let output = buffer.baseAddress else { return .success("") }
            let written = json_unescape(start, count, output)
            if written < 0 {
                let offset = Int(entry.offset) - 1 - written
                return .failure(Problem(offset: offset, found: "a lone surrogate"))
            }
            return Result { () throws(Problem) in try utf8(UnsafeBufferPointer(start: output, count: written), at: entry) }
        }.get()
    }

    /// The text between the quotes of a string, exactly as it is written.
    package func spelling(at index: Slot) throws(Problem) -> String {
        let entry = entries[Int(index)]
        return try utf8(UnsafeBufferPointer(start: bytes + Int(entry.offset), count: Int(entry.count)), at: entry)
    }

    private func utf8(_ text: UnsafeBufferPointer<UInt8>, at entry: json_entry) throws(Problem) -> String {
        if let text = String(validating: text, as: UTF8.self) { return text }
        throw Problem(offset: Int(entry.offset), found: "a string that isn't UTF-8")
    }

    /// The characters of a number or a word.
    package func characters(at index: Slot) -> String {
        var end = Int(entries[Int(index)].offset)
        while end < byteCount, Self.isInWord(bytes[end]) { end += 1 }
        let start = Int(entries[Int(index)].offset)
        return String(decoding: UnsafeBufferPointer(start: bytes + start, count: end - start), as: UTF8.self)
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: byte == 0x2B || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x24
        }
    }

    /// Whether a value is a string with exactly this text.
    func isString(_ value: Slot, _ text: String) -> Bool {
        let entry = entries[Int(value)]
        guard entry.kind == JSON_STRING.rawValue else { return false }
        if entry.flags & UInt8(JSON_ESCAPED) != 0 { return (try? string(at: value)).map(ExactText.init) == ExactText(text) }
        return text.utf8.elementsEqual(UnsafeBufferPointer(start: bytes + Int(entry.offset), count: Int(entry.count)))
    }

    /// The value for a key in an object that needs no index; 0 if there is none.
    func member(_ key: String, of object: Slot) -> Slot {
        var key = key
        return key.withUTF8 { json_find(entries, bytes, object, $0.baseAddress, $0.count) }
    }

    package func number(at index: Slot) throws(Problem) -> JSON.Number {
        let entry = entries[Int(index)]
        switch UInt32(entry.kind) {
        case JSON_INTEGER.rawValue: return .integer(entry.integer)
        case JSON_UNSIGNED.rawValue: return .unsigned(entry.magnitude)
        case JSON_DOUBLE.rawValue: return .double(entry.real)
        default: break
        }
        let text = characters(at: index)
        if let integer = Int64(text) { return .integer(integer) }
        if let unsigned = UInt64(text) { return .unsigned(unsigned) }
        guard let double: Double = Self.floatingPoint(text) else {
            throw Problem(offset: Int(entry.offset), found: "a number that is too \(Double(text) == 0 ? "small" : "large")")
        }
        return .double(double)
    }

    /// nil for a number that is too large, or so small that it would become zero.
    static func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ text: String) -> Value? {
        guard let value = Value(text), value.isFinite else { return nil }
        return value != 0 || !text.upTo { $0 == "e" || $0 == "E" }.unicodeScalars.contains { "1"..."9" ~= $0 } ? value : nil
    }
}
