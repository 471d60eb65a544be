/// Reads a date's text from left to right.
struct DateScanner {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: UnicodeScalar) -> Bool {
        guard let first = rest.first, UnicodeScalar(first) == character else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func take(text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    /// Takes the first of `names` that comes next, and returns its index.
    mutating func name(of names: [String]) -> Int? {
        for (index, name) in names.enumerated() where take(text: name) { return index }
        return nil
    }

    mutating func digit() -> Int? {
        guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        rest = rest.dropFirst()
        return Int(first - UInt8(ascii: "0"))
    }

    mutating func digits(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let next = digit() else { return nil }
            number = number * 10 + next
        }
        return number
    }
}
