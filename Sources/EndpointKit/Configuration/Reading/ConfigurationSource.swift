/// The bytes of a settings file, with the line and column of each.
struct ConfigurationSource: Sendable {
    /// The name that the file was given.
    let name: String
    let bytes: [UInt8]
    /// nil for a file in JSON. The reader of property lists reports no places.
    private let list: PropertyList?
    private let lineStarts: [Int]

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        list = PropertyList(bytes)
        var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for (index, byte) in bytes.enumerated() {
            // A carriage return and a line feed are one line end.
            let isEnd = byte == 0x0A || byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
            if isEnd { starts.append(index + 1) }
        }
        lineStarts = starts
    }

    func origin(at offset: Int, profile: String? = nil) -> ConfigurationOrigin {
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
        let column = bytes[start..<offset].count { $0 & 0xC0 != 0x80 } + 1
        return .file(name, line: low + 1, column: column, profile: profile)
    }
}

extension ConfigurationSource {
    /// Reads the file as JSON or as a property list, by its first bytes. nil where it can't be understood; a value may have problems too.
    func node(_ problems: inout [ConfigurationProblem]) -> ConfigurationNode? {
        if let list {
            do throws(PropertyList.Problem) {
                return ConfigurationNode(json: try list.json(), at: 0)
            } catch {
                problems.append(ConfigurationProblem(origin: origin(at: 0), key: error.key, message: error.message))
                return nil
            }
        }
        var found: [JSONParser.Problem] = []
        var parser = JSONParser(bytes: bytes, isLenient: true)
        let node = parser.settings(&found)
        problems += found.map { problem in
            ConfigurationProblem(
                origin: origin(at: problem.index), message: "expected \(problem.wanted ?? "valid JSON"), found \(problem.found)",
                suggestion: problem.suggestion)
        }
        return node
    }
}
