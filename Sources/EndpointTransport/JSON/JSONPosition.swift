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
        var isFound = false
        if let wanted = key.intValue, peek() == UInt8(ascii: "[") {
            var number = 0
            try readElements(depth: 0) { (parser, depth) throws(Problem) in
                isFound = number == wanted
                if isFound { _ = parser.peek() } else { _ = try parser.value(depth: depth) }
                number += 1
                return !isFound
            }
        } else if peek() == UInt8(ascii: "{") {
            try readMembers(depth: 0) { (parser, name, _, depth) throws(Problem) in
                isFound = name == key.stringValue
                if isFound { _ = parser.peek() } else { _ = try parser.value(depth: depth) }
                return !isFound
            }
        }
        return isFound
    }
}
