extension StringProtocol {
    /// Whether it is a value that is no secret by its form: a boolean, a number of up to ten digits, a date, or words of letters with up to 40
    /// characters.
    package var isPlainValue: Bool {
        let bytes = utf8
        guard bytes.count <= 40 else { return false }
        let digits = bytes.count { (0x30...0x39).contains($0) }
        if digits == 0 {
            return unicodeScalars.allSatisfy { $0.properties.isAlphabetic || " -_,".unicodeScalars.contains($0) }
        }
        // A number, or a date such as 2024-05-01T10:00:00Z.
        let isNumber = digits <= 10 && bytes.allSatisfy { (0x30...0x39).contains($0) || "+-.,".utf8.contains($0) }
        return isNumber || isDate
    }

    private var isDate: Bool {
        let shape = String(utf8.map { (0x30...0x39).contains($0) ? "9" : Character(UnicodeScalar($0)) })
        guard shape.hasPrefix("9999-99-99") else { return false }
        let rest = shape.dropFirst(10)
        return rest.isEmpty || rest.first == "T" && rest.count <= 20 && rest.dropFirst().allSatisfy { "9:.Z+-".contains($0) }
    }
}
