extension StringProtocol {
    /// Digits and nothing else, as a service reads a number: `Int` would take a plus as well. nil also for too large a number.
    var naturalNumber: Int? { isDigits ? Int(self) : nil }

    var isDigits: Bool { !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}
