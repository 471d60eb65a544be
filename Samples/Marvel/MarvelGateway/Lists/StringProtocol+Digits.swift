extension StringProtocol {
    /// The number, if the text has only digits; `Int` would accept a plus as well. nil for a number that is too large.
    var naturalNumber: Int? { isDigits ? Int(self) : nil }

    var isDigits: Bool { !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}
