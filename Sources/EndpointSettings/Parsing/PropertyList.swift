/// An XML property list, for Foundation's reader. That reader reports no positions, recurses as deeply as the text is nested, and keeps only
/// one of several members with the same key.
struct PropertyList {
    /// The maximum number of dictionaries and arrays. A thread's stack is large enough even if all of them are nested.
    private static let limit = 4000

    private let bytes: [UInt8]
    private let isBinary: Bool

    /// nil if the file isn't an XML property list.
    init?(_ bytes: [UInt8]) {
        isBinary = bytes.starts(with: "bplist".utf8)
        self.bytes = isBinary ? bytes : Self.inUTF8(bytes)
        guard isBinary || Self.firstCharacter(of: self.bytes) == UInt8(ascii: "<") else { return nil }
    }

    /// A settings file converted to UTF-8, because neither Foundation's XML reader nor the JSON reader accepts anything else. PowerShell
    /// writes UTF-16.
    static func inUTF8(_ bytes: [UInt8]) -> [UInt8] {
        let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let charset = isUTF16 ? .utf16(isBigEndian: false) : declaredCharset(of: bytes)
        guard let charset, charset != .utf8, let text = charset.text(Data(bytes)) else { return bytes }
        // The XML declaration names the original encoding.
        let end = text.hasPrefix("<?xml") ? text.firstRange(of: "?>")?.upperBound : nil
        return Array(text[(end ?? text.startIndex)...].utf8)
    }

    private static func declaredCharset(of bytes: [UInt8]) -> Charset? {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard start.hasPrefix("<?xml"), let end = start.firstRange(of: "?>"),
            let value = start[..<end.lowerBound].firstRange(of: "encoding=").map({ start[$0.upperBound..<end.lowerBound] })
        else { return nil }
        return value.unicodeScalars.split(whereSeparator: { "\"'".unicodeScalars.contains($0) }).first.flatMap {
            Charset(label: String($0))
        }
    }

    private static func firstCharacter(of bytes: [UInt8]) -> UInt8? {
        bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    }

    struct Problem: Error {
        var key = ""
        let message: String
    }

    /// Adds a problem for each repeated key.
    func json(_ problems: inout [Problem]) throws(Problem) -> JSON {
        guard !isBinary else {
            let commands = "`plutil -convert xml1 FILE` on a Mac or `plistutil -i FILE -o FILE.xml` on Linux"
            throw Problem(message: "expected a property list in XML, found a binary one, which \(commands) converts")
        }
        // Foundation would read UTF-16 as another kind of property list.
        guard !bytes.contains(0) else { throw Problem(message: "expected a valid property list, found another kind of file") }
        guard hasFewContainers else {
            throw Problem(message: "expected a property list of at most \(Self.limit) dictionaries and arrays, found more")
        }
        do {
            let json = try PropertyListDecoder().decode(JSON.self, from: Data(bytes))
            problems += repeatedKeys
            return json
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
                message: "expected a property list of dictionaries, arrays, strings, numbers and booleans, found another type")
        }
        // The decoder's message may quote the file, and its line numbers are wrong.
        let isDeep = context.debugDescription.contains(" deep")
        return Problem(message: "expected a valid property list, found \(isDeep ? "values nested too deep" : "a mistake in it")")
    }

    private var hasFewContainers: Bool {
        var count = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
            let name = bytes[(index + 1)...].prefix(7)
            // Foundation's reader also descends into unknown elements.
            if !Self.leaves.contains(where: { name.starts(with: $0.utf8) }) { count += 1 }
        }
        return count <= Self.limit
    }
}

extension PropertyList {
    /// After a `<`, each of these begins an element without child elements, or something that isn't an element.
    private static let leaves = ["/", "?", "!", "key", "string", "integer", "real", "true", "false", "date", "data"]
}

extension PropertyList {
    /// Requires that Foundation's reader has accepted the text.
    private var repeatedKeys: [Problem] {
        var rest = bytes[...]
        func pass(_ end: String) -> ArraySlice<UInt8> {
            let range = rest.firstRange(of: Array(end.utf8)) ?? rest.endIndex..<rest.endIndex
            defer { rest = rest[range.upperBound...] }
            return rest[..<range.lowerBound]
        }
        // Foundation's reader keeps only one of two keys with the same characters, even if their Unicode scalars differ.
        var open: [(names: Set<String>, last: String)] = []
        var problems: [Problem] = []
        while rest.contains(UInt8(ascii: "<")) {
            _ = pass("<")
            if rest.starts(with: "!--".utf8) {
                _ = pass("-->")
                continue
            }
            if rest.starts(with: "![CDATA[".utf8) {
                _ = pass("]]>")
                continue
            }
            let tag = String(decoding: pass(">"), as: UTF8.self)
            let isEmpty = tag.hasSuffix("/")
            switch tag.upTo({ $0.properties.isWhitespace || $0 == "/" }) {
            case "dict" where !isEmpty: open.append(([], ""))
            case "" where tag.hasPrefix("/dict"): _ = open.popLast()
            case "key" where !open.isEmpty:
                let name = isEmpty ? "" : Self.text(of: pass("</key"))
                let shown = ConfigurationNode.shown(key: name)
                open[open.count - 1].last = shown
                if !open[open.count - 1].names.insert(name).inserted {
                    if problems.count == JSONTape.problemLimit {
                        return problems + [Problem(message: "expected a valid property list, found more mistakes than are listed")]
                    }
                    let path = open.map(\.last).joined(separator: ".")
                    problems.append(Problem(key: path, message: "expected each key once, found \(ConfigurationNode.quoted(shown)) again"))
                }
            default: break
            }
        }
        return problems
    }

    /// The characters, with references and CDATA sections resolved.
    private static func text(of element: ArraySlice<UInt8>) -> String {
        let isPlain = !element.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }
        let list = Data("<plist><string>".utf8 + element + "</string></plist>".utf8)
        return isPlain ? String(decoding: element, as: UTF8.self) : (try? PropertyListDecoder().decode(String.self, from: list)) ?? ""
    }
}
