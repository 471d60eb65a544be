/// A property list, XML or binary, for Foundation's reader. That one reports no places, recurses as deep as a text is nested, and reads
/// whatever a binary file refers to as often as it does: so the file is bounded before.
struct PropertyList {
    /// The most dictionaries and arrays in XML, and the most values in a binary file, each as often as it is referred to. A reader's stack
    /// is large enough for that many in each other.
    private static let limit = 4000
    /// The most bytes of texts and data in a binary file, each as often as it is referred to.
    private static let textLimit = 1 << 20

    private let bytes: [UInt8]
    private let isBinary: Bool

    /// nil for a file of another kind.
    init?(_ bytes: [UInt8]) {
        isBinary = bytes.starts(with: "bplist".utf8)
        self.bytes = isBinary ? bytes : Self.inUTF8(bytes)
        guard isBinary || Self.firstCharacter(of: self.bytes) == UInt8(ascii: "<") else { return nil }
    }

    /// XML as Foundation's reader takes it, which is in UTF-8 alone.
    private static func inUTF8(_ bytes: [UInt8]) -> [UInt8] {
        let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let charset = isUTF16 ? .utf16(isBigEndian: false) : declaredCharset(of: bytes)
        guard let charset, charset != .utf8, let text = charset.text(Data(bytes)) else { return bytes }
        // The declaration names the other encoding.
        return Array((text.firstRange(of: "?>").map { text[$0.upperBound...] } ?? text[...]).utf8)
    }

    private static func declaredCharset(of bytes: [UInt8]) -> Charset? {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard start.hasPrefix("<?xml"), let end = start.firstRange(of: "?>"),
            let value = start[..<end.lowerBound].firstRange(of: "encoding=").map({ start[$0.upperBound..<end.lowerBound] })
        else { return nil }
        return value.split(whereSeparator: { "\"'".contains($0) }).first.flatMap { Charset(label: String($0)) }
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
        guard let isBounded = isBinary ? hasFewValues : hasFewContainers else { throw Self.mistake }
        guard isBounded else {
            throw Problem(message: "expected a property list of at most \(Self.limit) values, found more, or one that contains itself")
        }
        do {
            return try PropertyListDecoder().decode(JSON.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw Self.problem(error)
        } catch {
            throw Self.mistake
        }
    }

    private static let mistake = Problem(message: "expected a valid property list, found a mistake in it")

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

    private var hasFewContainers: Bool? {
        var count = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
            let name = bytes[(index + 1)...].prefix(7)
            // The reader also descends into elements that it doesn't know.
            if !Self.leaves.contains(where: { name.starts(with: $0.utf8) }) { count += 1 }
        }
        return count <= Self.limit
    }
}

extension PropertyList {
    /// After a `<`, these begin an element without elements of its own, or none.
    private static let leaves = ["/", "?", "!", "key", "string", "integer", "real", "true", "false", "date", "data"]
}

/// The table of a binary property list's objects.
extension PropertyList {
    /// nil where this can't be known: Foundation may still find its way, and what it would find isn't bounded.
    private var hasFewValues: Bool? {
        guard bytes.count >= 40, let top = integer(at: bytes.count - 16, size: 8) else { return nil }
        var (count, textLength) = (0, 0)
        var open = [top]
        while let object = open.popLast() {
            count += 1
            guard let (first, number, length) = references(of: object) else { return nil }
            textLength += length
            guard count + open.count + number <= Self.limit, textLength <= Self.textLimit else { return false }
            for index in 0..<number {
                guard let next = integer(at: first + index * referenceSize, size: referenceSize) else { return nil }
                open.append(next)
            }
        }
        return true
    }

    private var referenceSize: Int { Int(bytes[bytes.count - 25]) }

    /// The references of an array, a set or a dictionary, or the bytes of a text or data; nil for an object that is damaged.
    private func references(of object: Int) -> (first: Int, count: Int, textLength: Int)? {
        let offsetSize = Int(bytes[bytes.count - 26])
        guard let table = integer(at: bytes.count - 8, size: 8), object <= bytes.count, table <= bytes.count,
            let start = integer(at: table + object * offsetSize, size: offsetSize), start < bytes.count
        else { return nil }
        let kind = bytes[start] >> 4
        let isText = [0x4, 0x5, 0x6, 0x7].contains(kind)
        guard isText || [0xA, 0xB, 0xC, 0xD].contains(kind) else { return (0, 0, 0) }
        var first = start + 1
        var count = Int(bytes[start] & 0xF)
        if count == 0xF {
            // The number itself follows, as an object.
            guard first < bytes.count, bytes[first] >> 4 == 1 else { return nil }
            let size = 1 << Int(bytes[first] & 0xF)
            guard let long = integer(at: first + 1, size: size), long <= bytes.count else { return nil }
            (first, count) = (first + 1 + size, long)
        }
        if isText { return (0, 0, kind == 0x6 ? count * 2 : count) }
        if kind == 0xD { count *= 2 }
        return first + count * referenceSize <= bytes.count ? (first, count, 0) : nil
    }

    /// nil for a number that isn't in the file, or is too large to be an offset in it.
    private func integer(at offset: Int, size: Int) -> Int? {
        guard (1...8).contains(size), offset >= 0, offset + size <= bytes.count else { return nil }
        let value = bytes[offset..<(offset + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
