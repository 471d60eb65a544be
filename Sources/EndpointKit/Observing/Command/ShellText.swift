/// How a text is written so that a POSIX shell reads it as it is, also one that a terminal would obey (POSIX.1-2024, XCU 2.2 and `printf`).
enum ShellText {
    /// One word of a command.
    static func word(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        if !isVisible(text) { return "\"$(printf \(format(Array(text.utf8))))\"" }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// The format with which `printf` writes these bytes.
    static func format(_ bytes: [UInt8]) -> String {
        // Of what isn't text, or of some of it, nothing but ASCII is shown.
        let text = String(validating: bytes, as: UTF8.self)
        let scalars: [Unicode.Scalar] = text.map { Array($0.unicodeScalars) } ?? bytes.map { Unicode.Scalar($0) }
        var format = ""
        for scalar in scalars {
            switch scalar {
            case "\n": format += #"\n"#
            case "\r": format += #"\r"#
            case "\t": format += #"\t"#
            case "\\": format += #"\\"#
            case "%": format += "%%"
            // An option of the command, to some shells.
            case "-" where format.isEmpty: format += octal(scalar.value)
            // The other one is an interactive shell's history, also between quotes.
            case "'", "!": format += octal(scalar.value)
            case _ where scalar.isASCII && scalar.isVisible: format.unicodeScalars.append(scalar)
            case _ where text == nil: format += octal(scalar.value)
            case _ where scalar.isVisible: format.unicodeScalars.append(scalar)
            default: for byte in String(scalar).utf8 { format += octal(UInt32(byte)) }
            }
        }
        return "'\(format)'"
    }

    static func isVisible(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(\.isVisible) }

    private static func octal(_ value: UInt32) -> String { "\\\(value >> 6 & 7)\(value >> 3 & 7)\(value & 7)" }

    private static func isPlain(_ byte: UInt8) -> Bool {
        PercentEncoding.Allowed.unreserved.contains(byte) && byte != UInt8(ascii: "~") || "/:@,+".utf8.contains(byte)
    }
}
