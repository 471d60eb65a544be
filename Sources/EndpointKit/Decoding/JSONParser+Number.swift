extension JSONParser {
    mutating func number() throws(Problem) -> JSON.Number {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        // A number doesn't start with a zero that others follow.
        if index < bytes.count, bytes[index] == UInt8(ascii: "0") { index += 1 } else { try digits() }
        var isInteger = true
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            isInteger = false
            index += 1
            try digits()
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        // Minus zero is no integer.
        if isInteger, text != "-0" {
            if let integer = Int64(text) { return .integer(integer) }
            if let unsigned = UInt64(text) { return .unsigned(unsigned) }
        }
        guard let double = Double(text), double.isFinite else { throw problem("a number that is too large") }
        return .double(double)
    }

    private mutating func digits() throws(Problem) {
        let start = index
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
        if index == start { throw unexpected("a digit") }
    }
}
