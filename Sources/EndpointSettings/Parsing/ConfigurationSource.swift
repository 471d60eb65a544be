/// The bytes of a settings file, with the line and column of each.
struct ConfigurationSource: Sendable {
    /// The name that the file was given; nil for settings in the program's code.
    let name: String?
    let bytes: [UInt8]
    /// nil for a JSON file. The reader of property lists doesn't report positions.
    private let list: PropertyList?
    private let lineStarts: [Int]
    /// How many Unicode scalars begin before each block of bytes. Without it, every problem on a long line would require counting from the
    /// start of that line, which takes too long.
    private let scalarCounts: [Int]

    private static let blockSize = 256

    init(name: String?, bytes: [UInt8]) {
        list = PropertyList(bytes)
        let bytes = PropertyList.inUTF8(bytes)
        self.name = name
        self.bytes = bytes
        var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for (index, byte) in bytes.enumerated() {
            // A carriage return followed by a line feed is a single line ending.
            let isEnd = byte == 0x0A || byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
            if isEnd { starts.append(index + 1) }
        }
        lineStarts = starts
        var counts = [0]
        for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
            counts.append((counts.last ?? 0) + Self.scalarCount(of: bytes[start..<min(start + Self.blockSize, bytes.count)]))
        }
        scalarCounts = counts
    }

    private static func scalarCount(of bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }

    private func scalarCount(before offset: Int) -> Int {
        let block = offset / Self.blockSize
        return scalarCounts[block] + Self.scalarCount(of: bytes[(block * Self.blockSize)..<offset])
    }

    func origin(at offset: Int, profile: String? = nil) -> ConfigurationOrigin {
        guard let name else { return .code }
        guard list == nil else { return .file(name, profile: profile) }
        let offset = min(max(0, offset), bytes.count)
        // Finds the last line that starts at or before the offset.
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let start = min(lineStarts[low], offset)
        // Counts Unicode scalars, which is nearly what an editor counts.
        let column = scalarCount(before: offset) - scalarCount(before: start) + 1
        return .file(name, line: low + 1, column: column, profile: profile)
    }
}

extension ConfigurationSource {
    /// Reads the file as JSON or as a property list, depending on its first bytes. nil if the file can't be parsed. There may be problems
    /// even if a value is returned.
    func node(_ problems: inout [ConfigurationProblem]) -> ConfigurationNode? {
        if let list {
            var found: [PropertyList.Problem] = []
            var node: ConfigurationNode?
            do throws(PropertyList.Problem) {
                node = ConfigurationNode(json: try list.json(&found), at: 0)
            } catch {
                found = [error]
            }
            problems += found.map { ConfigurationProblem(origin: origin(at: 0), key: $0.key, message: $0.message) }
            return node
        }
        // In UTF-8, no character of JSON contains this byte; in UTF-16, every character that JSON requires contains it.
        if bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let message = "expected a file in UTF-8, found UTF-16 or another encoding; save it as UTF-8"
            problems.append(ConfigurationProblem(origin: name.map { .file($0) } ?? .code, key: "", message: message))
            return nil
        }
        var found: [JSONTape.Problem] = []
        let node = ConfigurationNode.reading(bytes, &found)
        problems += found.map { problem in
            ConfigurationProblem(
                origin: origin(at: problem.offset), message: "expected \(problem.wanted ?? "valid JSON"), found \(problem.found)",
                suggestion: problem.suggestion)
        }
        return node
    }
}
