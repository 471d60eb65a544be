extension JSONParser {
    /// Where the element at `path` begins: where what is on the way to it isn't there, the last that is; where the text stops being JSON
    /// before, that place.
    package mutating func position(of path: [any CodingKey]) -> Int {
        // What is wrong with the document itself has no path.
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

    /// Goes to the member or element of what begins here; false where it has none.
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
