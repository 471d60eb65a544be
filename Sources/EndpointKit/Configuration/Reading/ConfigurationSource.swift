/// The text of a settings file, which knows where each of its bytes stands.
struct ConfigurationSource: Sendable {
    /// As it was named.
    let name: String
    let bytes: [UInt8]
    /// A binary file has none.
    let hasPlaces: Bool
    private let lineStarts: [Int]

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        hasPlaces = !bytes.starts(with: "bplist".utf8)
        var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for (index, byte) in bytes.enumerated() {
            // A carriage return and a line feed are one end.
            let isEnd = byte == 0x0A || byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
            if isEnd { starts.append(index + 1) }
        }
        lineStarts = starts
    }

    func origin(at offset: Int, profile: String? = nil) -> ConfigurationOrigin {
        guard hasPlaces else { return .file(name, profile: profile) }
        let offset = min(max(0, offset), bytes.count)
        // The last line that starts at or before it.
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let start = min(lineStarts[low], offset)
        // Characters as an editor counts them, but for those made of several.
        let column = bytes[start..<offset].count { $0 & 0xC0 != 0x80 } + 1
        return .file(name, line: low + 1, column: column, profile: profile)
    }
}

extension ConfigurationSource {
    /// The file as what it looks like: JSON, or a property list. nil where it can't be understood; a value can come with problems all the same.
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
                    message: "expected a property list of dictionaries, arrays, texts, numbers and booleans, found another"))
            return nil
        }
        return ConfigurationNode(json: json, at: 0)
    }
}
