internal import JSONScanner

/// A JSON text as a flat list of its values, in their order, each with its place. What is read of it is made only when it is asked for.
///
/// It belongs to one task at a time.
package final class JSONTape {
    private var tape = json_tape()
    private var bytes: UnsafePointer<UInt8>
    private let byteCount: Int
    private let isLenient: Bool
    private var copy: UnsafeMutablePointer<UInt8>?
    let entries: UnsafeMutablePointer<json_entry>
    let rules: JSONDecodingRules
    private var trail: [Step] = []

    /// Scans a text, whose memory must stay in place until the tape is gone or keeps a copy of its own.
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

    /// Calls `body` with the tape of a text; a tape that `body` keeps stays valid.
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

extension JSONTape {
    /// The place of an error in a text, and what was expected and found there.
    package struct Problem: Error {
        /// The offset of a byte.
        package let offset: Int
        /// nil if the message names only what was found.
        package var wanted: String?
        package let found: String
        package var suggestion: String?

        package init(offset: Int, wanted: String? = nil, found: String, suggestion: String? = nil) {
            self.offset = offset
            self.wanted = wanted
            self.found = found
            self.suggestion = suggestion
        }

        package var reason: String { wanted.map { "expected \($0), found \(found)" } ?? "found \(found)" }

        /// The same, for the caller of a decoder.
        package func decodingError(at path: [any CodingKey] = []) -> DecodingError {
            .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: "At byte \(offset): \(reason)."))
        }
    }

    /// Why the text isn't JSON; nil if it is.
    package var failure: Problem? { tape.failure.problem == JSON_FINE ? nil : problem(tape.failure) }

    /// Whether nothing of the text could be read.
    package var isEmpty: Bool { tape.count == 0 }

    /// What was wrong in a lenient text, and could be read all the same.
    package var problems: [Problem] { (0..<Int(tape.problem_count)).map { problem(tape.problems[$0]) } }

    private func problem(_ place: json_place) -> Problem {
        let offset = Int(place.offset)
        func unexpected(_ wanted: String) -> Problem { Problem(offset: offset, wanted: wanted, found: kind(at: offset)) }
        func found(_ what: String) -> Problem { Problem(offset: offset, found: what) }
        switch place.problem {
        case JSON_WANTS_VALUE: return unexpected("a value")
        case JSON_WANTS_KEY: return unexpected("a key")
        case JSON_WANTS_COLON: return unexpected("\":\"")
        case JSON_WANTS_COMMA_OR_BRACKET: return unexpected("\",\" or \"]\"")
        case JSON_WANTS_COMMA_OR_BRACE: return unexpected("\",\" or \"}\"")
        case JSON_WANTS_DIGIT: return unexpected("a digit")
        case JSON_WANTS_END: return unexpected(isLenient ? "the end of the file" : "the end")
        case JSON_TOO_DEEP: return found("arrays and objects more than \(JSON.depthLimit) deep")
        case JSON_TOO_LONG: return found("a text of more than 4 GB")
        case JSON_TOO_MANY_PROBLEMS: return Problem(offset: offset, wanted: "valid JSON", found: "more mistakes than are told")
        case JSON_OPEN_STRING: return found("a text without an end")
        case JSON_LINE_BREAK: return found("a line break in a text")
        case JSON_CONTROL_CHARACTER: return found("a control character in a text")
        case JSON_BAD_ESCAPE: return found(#"a "\" that begins no escape"#)
        case JSON_BAD_UNICODE_ESCAPE: return found(#"a "\u" without four hexadecimal digits"#)
        case JSON_FOUND_WORD: return Problem(offset: offset, wanted: "a value", found: "a word without quotes")
        case JSON_FOUND_KEY_WITHOUT_QUOTES: return Problem(offset: offset, wanted: "a key in quotes", found: "a word without quotes")
        default: return found("more than the memory holds")
        }
    }

    /// What stands at a place. The text may hold secrets, so it is only named.
    private func kind(at offset: Int) -> String {
        guard offset < byteCount else { return isLenient ? "the end of the file" : "the end" }
        let rest = UnsafeBufferPointer(start: bytes + offset, count: byteCount - offset)
        let byte = rest[0]
        switch byte {
        case UInt8(ascii: "\""): return "a text"
        case UInt8(ascii: "-"), 0x30...0x39: return "a number"
        case UInt8(ascii: "'"): return "a single quote"
        case UInt8(ascii: "/") where rest.starts(with: "/*".utf8): return "a comment without an end"
        case _ where rest.starts(with: "“".utf8) || rest.starts(with: "”".utf8): return "a typographic quote"
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            return "a word without quotes"
        case 0..<0x20, 0x7F: return "a control character"
        default: return "\"\(Unicode.Scalar(byte))\""
        }
    }
}

/// The values, each by its entry.
extension JSONTape {
    /// The number of an entry; that of the document is 0.
    package typealias Slot = UInt32

    /// What a value is, before it is read.
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

    /// The entry behind a value, with all that is in it.
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
                return .failure(Problem(offset: offset, found: "half a surrogate pair that stands alone"))
            }
            return Result { () throws(Problem) in try utf8(UnsafeBufferPointer(start: output, count: written), at: entry) }
        }.get()
    }

    private func utf8(_ text: UnsafeBufferPointer<UInt8>, at entry: json_entry) throws(Problem) -> String {
        if let text = String(validating: text, as: UTF8.self) { return text }
        throw Problem(offset: Int(entry.offset), found: "a text that isn't UTF-8")
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

    /// Whether a string has just these bytes.
    func isString(_ value: Slot, _ text: String) -> Bool {
        let entry = entries[Int(value)]
        guard entry.kind == JSON_STRING.rawValue else { return false }
        if entry.flags & UInt8(JSON_ESCAPED) != 0 { return (try? string(at: value)).map(ExactText.init) == ExactText(text) }
        return text.utf8.elementsEqual(UnsafeBufferPointer(start: bytes + Int(entry.offset), count: Int(entry.count)))
    }

    /// The value of a member whose object needs no index; 0 if there is none.
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
        guard let double = Double(text), double.isFinite else {
            throw Problem(offset: Int(entry.offset), found: "a number that is too large")
        }
        return .double(double)
    }
}

/// Where a value stands in the document.
extension JSONTape {
    /// A container on the way to a value, and its child on that way.
    private struct Step {
        let container: Slot
        /// The entry of the value, not of its key.
        var child: Slot
        var position = 0
    }

    /// The keys and positions that lead to a value. Values that are asked for in their order cost no search from the start.
    func path(to value: Slot) -> [any CodingKey] {
        while let last = trail.last, !(last.child...(index(after: last.child) - 1)).contains(value) {
            trail.removeLast()
            // The search goes on in the same container.
            if value > last.child, value < entries[Int(last.container)].end { descend(to: value, from: last) }
        }
        // It stops at a member, where its key is asked for.
        while case let container = trail.last?.child ?? 0, container < value {
            descend(to: value, from: Step(container: container, child: container + (kind(of: container) == .object ? 2 : 1)))
        }
        return trail.map { step in
            if kind(of: step.container) == .array { return JSONPathKey(index: step.position) }
            return JSONPathKey(stringValue: (try? string(at: step.child - 1)).map { key($0, in: step.container) } ?? "")
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
            forEachMember(of: value) { name, member in
                let isIt = isString(name, key.stringValue) || (try? string(at: name)).map(rules.key) == key.stringValue
                if isIt, found == nil { found = member }
            }
        default: break
        }
        return found
    }
}

/// A part of a value's path.
struct JSONPathKey: CodingKey, CustomStringConvertible {
    let stringValue: String
    let intValue: Int?

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
