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
