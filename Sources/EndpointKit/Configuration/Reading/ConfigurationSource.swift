/// The bytes of a settings file, with the line and column of each.
struct ConfigurationSource: Sendable {
    /// The name that the file was given; nil for settings in the program's code.
    let name: String?
    let bytes: [UInt8]
    /// Whether the bytes have lines and columns, which those of a binary file don't.
    let hasPlaces: Bool
    private let lineStarts: [Int]

    init(name: String?, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        hasPlaces = !bytes.starts(with: "bplist".utf8)
        var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for (index, byte) in bytes.enumerated() {
            // A carriage return and a line feed are one line end.
            let isEnd = byte == 0x0A || byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
            if isEnd { starts.append(index + 1) }
        }
        lineStarts = starts
    }

    func origin(at offset: Int, profile: String? = nil) -> ConfigurationOrigin {
        guard let name else { return .code }
        guard hasPlaces else { return .file(name, profile: profile) }
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
        if !hasPlaces { return binaryPropertyList(&problems) }
        var found: [JSONParser.Problem] = []
        let node: ConfigurationNode?
        if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "<") {
            var parser = PropertyListParser(bytes: bytes)
            node = parser.settings(&found)
            problems += found.map { problem($0, expecting: "a valid property list") }
        } else {
            var parser = JSONParser(bytes: bytes, isLenient: true)
            node = parser.settings(&found)
            problems += found.map { problem($0, expecting: "valid JSON") }
        }
        return node
    }

    private func problem(_ problem: JSONParser.Problem, expecting whole: String) -> ConfigurationProblem {
        ConfigurationProblem(
            origin: origin(at: problem.index), message: "expected \(problem.wanted ?? whole), found \(problem.found)",
            suggestion: problem.suggestion)
    }

    private func binaryPropertyList(_ problems: inout [ConfigurationProblem]) -> ConfigurationNode? {
        guard let json = try? PropertyListDecoder().decode(JSON.self, from: Data(bytes)) else {
            problems.append(
                ConfigurationProblem(
                    origin: origin(at: 0),
                    message: "expected a property list of dictionaries, arrays, texts, numbers and booleans, found another type"))
            return nil
        }
        return ConfigurationNode(json: json, at: 0)
    }
}
