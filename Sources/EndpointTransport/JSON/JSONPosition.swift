extension JSONParser {
    /// The byte offset at which the element at `path` begins. If it doesn't exist, the offset of its nearest existing parent; if the text
    /// isn't JSON before it, the offset of the error.
    package mutating func position(of path: [any CodingKey]) -> Int {
        // A problem of the document itself has an empty path.
        if path.isEmpty {
            guard (try? document()) == nil else { return 0 }
            return index
        }
        _ = peek()
        var position = index
        for key in path {
            do {
                guard try enter(key) else { return position }
            } catch {
                return index
            }
            position = index
        }
        return position
    }

    /// Moves to the member or element of the value that begins here; false if it has none.
    private mutating func enter(_ key: any CodingKey) throws(Problem) -> Bool {
        if let wanted = key.intValue, take("[") {
            for _ in 0..<wanted {
                _ = try value(depth: 0)
                guard take(",") else { return false }
            }
            return peek() != UInt8(ascii: "]")
        }
        guard take("{") else { return false }
        while peek() == UInt8(ascii: "\"") {
            let name = try string()
            guard take(":") else { return false }
            if name == key.stringValue {
                _ = peek()
                return true
            }
            _ = try value(depth: 0)
            guard take(",") else { return false }
        }
        return false
    }
}
