/// A property list, XML or binary, for Foundation's reader. That one reports no places, recurses as deep as a text is nested, and reads
/// whatever a binary file refers to as often as it does: so the file is bounded before.
struct PropertyList {
    /// The most dictionaries and arrays in XML, and the most values in a binary file, each as often as it is referred to. A reader's stack
    /// is large enough for that many in each other.
    private static let limit = 4000

    private let bytes: [UInt8]
    private let isBinary: Bool

    /// nil for a file of another kind.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        isBinary = bytes.starts(with: "bplist".utf8)
        guard isBinary || Self.firstCharacter(of: bytes) == UInt8(ascii: "<") else { return nil }
    }

    private static func firstCharacter(of bytes: [UInt8]) -> UInt8? {
        bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    }

    struct Problem: Error {
        var key = ""
        let message: String
    }

    func json() throws(Problem) -> JSON {
        // Foundation would read another beginning, or UTF-16, as a list of another kind.
        guard isBinary ? bytes.starts(with: "bplist00".utf8) : !bytes.contains(0) else {
            throw Problem(message: "expected a valid property list, found another kind of file")
        }
        guard isBinary ? hasFewValues : hasFewContainers else {
            throw Problem(message: "expected a property list of at most \(Self.limit) values, found more, or one that contains itself")
        }
        do {
            return try PropertyListDecoder().decode(JSON.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw Self.problem(error)
        } catch {
            throw Problem(message: "expected a valid property list, found a mistake in it")
        }
    }

    private static func problem(_ error: DecodingError) -> Problem {
        guard case .dataCorrupted(let context) = error else {
            return Problem(
                key: error.keyPath,
                message: "expected a property list of dictionaries, arrays, texts, numbers and booleans, found another type")
        }
        // The decoder's sentence may quote the file, and counts its lines wrongly.
        let isDeep = context.debugDescription.contains(" deep")
        return Problem(message: "expected a valid property list, found \(isDeep ? "values nested too deep" : "a mistake in it")")
    }

    private var hasFewContainers: Bool {
        var count = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
            let name = bytes[(index + 1)...].prefix(5)
            if name.starts(with: "array".utf8) || name.starts(with: "dict".utf8) { count += 1 }
        }
        return count <= Self.limit
    }
}

/// The table of a binary property list's objects.
extension PropertyList {
    private var hasFewValues: Bool {
        guard bytes.count >= 40, let top = integer(at: bytes.count - 16, size: 8) else { return true }
        var count = 0
        var open = [top]
        while let object = open.popLast() {
            count += 1
            let (first, number) = references(of: object)
            guard count + open.count + number <= Self.limit else { return false }
            for index in 0..<number {
                if let next = integer(at: first + index * referenceSize, size: referenceSize) { open.append(next) }
            }
        }
        return true
    }

    private var referenceSize: Int { Int(bytes[bytes.count - 25]) }

    /// The references of an array, a set or a dictionary; none for another object, or one that is damaged.
    private func references(of object: Int) -> (first: Int, count: Int) {
        let none = (0, 0)
        let offsetSize = Int(bytes[bytes.count - 26])
        guard let table = integer(at: bytes.count - 8, size: 8), object <= bytes.count, table <= bytes.count,
            let start = integer(at: table + object * offsetSize, size: offsetSize), start < bytes.count
        else { return none }
        let kind = bytes[start] >> 4
        guard [0xA, 0xC, 0xD].contains(kind) else { return none }
        var first = start + 1
        var count = Int(bytes[start] & 0xF)
        if count == 0xF {
            // The number itself follows, as an object.
            guard first < bytes.count, bytes[first] >> 4 == 1 else { return none }
            let size = 1 << Int(bytes[first] & 0xF)
            guard let long = integer(at: first + 1, size: size), long <= bytes.count else { return none }
            (first, count) = (first + 1 + size, long)
        }
        if kind == 0xD { count *= 2 }
        return first + count * referenceSize <= bytes.count ? (first, count) : none
    }

    /// nil for a number that isn't in the file, or is too large to be an offset in it.
    private func integer(at offset: Int, size: Int) -> Int? {
        guard (1...8).contains(size), offset >= 0, offset + size <= bytes.count else { return nil }
        let value = bytes[offset..<(offset + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
