extension String {
    /// The text as one line of at most so many bytes: what a terminal would obey, or a reader take for a line of its own, is shown as Swift
    /// writes it.
    func visibleLine(limit: Int) -> String {
        if utf8.count <= limit, unicodeScalars.allSatisfy(\.isVisible) { return self }
        let ellipsis = "…"
        var line = ""
        for scalar in unicodeScalars {
            let shown = scalar.isVisible ? String(scalar) : scalar.escaped
            guard line.utf8.count + shown.utf8.count <= limit - ellipsis.utf8.count else { return line + ellipsis }
            line += shown
        }
        return line
    }
}

extension Unicode.Scalar {
    /// False for what a terminal obeys rather than shows: controls, other line ends, and what turns the writing direction.
    var isVisible: Bool {
        switch value {
        case 0x20..<0x7F: true
        case 0..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    fileprivate var escaped: String {
        switch self {
        case "\n": #"\n"#
        case "\r": #"\r"#
        case "\t": #"\t"#
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}
