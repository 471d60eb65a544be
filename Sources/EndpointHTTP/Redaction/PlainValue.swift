// Decides which parts of an unknown value may be shown.
extension StringProtocol {
    /// Whether the string has at most 40 bytes and a harmless form: a boolean, a number of up to ten digits, a date, or words that consist
    /// of letters.
    package var isPlainValue: Bool {
        let bytes = utf8
        guard bytes.count <= 40 else { return false }
        let digits = bytes.count(where: \.isDigit)
        if digits == 0 {
            return unicodeScalars.allSatisfy { $0.isOfWord || " -_,".unicodeScalars.contains($0) }
        }
        // A number, or a date such as 2024-05-01T10:00:00Z.
        let isNumber = digits <= 10 && bytes.allSatisfy { $0.isDigit || "+-.,".utf8.contains($0) }
        return isNumber || isDate
    }

    /// `2024-05-01`, or with a time: `2024-05-01T10:00:00.000Z`.
    private var isDate: Bool {
        var shape = String(utf8.map { $0.isDigit ? "9" : Character(UnicodeScalar($0)) })[...]
        guard shape.hasPrefix("9999-99-99") else { return false }
        shape = shape.trimmingPrefix("9999-99-99")
        if shape.isEmpty { return true }
        guard shape.hasPrefix("T99:99") else { return false }
        shape = shape.trimmingPrefix("T99:99").trimmingPrefix(":99")
        if shape.hasPrefix(".9") { shape = Substring(shape.utf8.dropFirst().drop { $0 == UInt8(ascii: "9") }) }
        return utf8.count <= 35 && ["", "Z", "+99:99", "-99:99", "+9999", "-9999"].contains(shape)
    }

    /// Whether the string is harmless in a path: a harmless value or a UUID.
    var isPlainSegment: Bool { isPlainValue || UUID(uuidString: String(self)) != nil }

    /// Whether the string is a typical literal in a URL: a word, a version such as `v2.1`, or a file name such as `portrait_xlarge.jpg`.
    var isPlainLiteral: Bool {
        let letters = removing { $0.properties.numericType != nil || $0 == "." }.lowercased()
        if ["v", "valpha", "vbeta", "vrc", "api", "oauth", "saml", "odata", "base", "in", "ln", "ks", "s"].contains(letters) {
            return utf8.count <= 10 && utf8.count(where: \.isDigit) <= 4
        }
        return utf8.count <= 40 && utf8.count(where: \.isDigit) <= 10
            && split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty && $0.isPlainValue }
    }

    /// Whether the string has the form of a name: up to 64 bytes of letters, digits and marks.
    var isPlainName: Bool {
        utf8.count <= 64
            && unicodeScalars.allSatisfy { $0.isOfWord || $0.properties.numericType != nil || "-_.:$~*@[]() ".unicodeScalars.contains($0) }
    }

    /// The text that replaces a hidden string: `<24 characters>`.
    package var shownLength: String {
        let count = unicodeScalars.count
        return count == 1 ? "<1 character>" : "<\(count) characters>"
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a letter, or an accent on a letter.
    fileprivate var isOfWord: Bool { properties.isAlphabetic || properties.generalCategory == .nonspacingMark }
}
