/// The text of a file, line by line, at most 140 columns wide if the code allows it.
struct Lines {
    static let width = 140
    private(set) var all: [String] = []

    mutating func add(_ line: String = "", indent: Int = 0) {
        all.append(line.isEmpty ? "" : Self.blanks(indent) + line)
    }

    mutating func add(_ lines: [String], indent: Int = 0) {
        for line in lines { add(line, indent: indent) }
    }

    /// The text, with a newline at the end.
    var text: String { all.joined(separator: "\n") + "\n" }

    static func blanks(_ indent: Int) -> String { String(repeating: " ", count: indent * 4) }

    static func fits(_ line: String, indent: Int) -> Bool { indent * 4 + line.count <= width }

    /// `head`, the items separated by commas, and `tail`: either all on one line, or with the items on separate lines.
    static func list(_ head: String, _ items: [String], _ tail: String, indent: Int) -> [String] {
        let line = head + items.joined(separator: ", ") + tail
        if fits(line, indent: indent) || items.isEmpty { return [line] }
        return [head] + filled(items, indent: indent + 1).map { blanks(1) + $0 } + [tail]
    }

    /// `head` and an array literal, whose elements are on separate lines if they don't fit on one.
    static func array(_ head: String, _ elements: [String], indent: Int) -> [String] {
        let line = "\(head)[\(elements.joined(separator: ", "))]"
        if fits(line, indent: indent) || elements.isEmpty { return [line] }
        var lines = filled(elements, indent: indent + 1).map { blanks(1) + $0 }
        lines[lines.count - 1] += ","
        return [head + "["] + lines + ["]"]
    }

    /// The items separated by commas, on as few lines as possible.
    static func filled(_ items: [String], indent: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for (index, item) in items.enumerated() {
            let text = index + 1 < items.count ? item + "," : item
            if line.isEmpty {
                line = text
            } else if fits(line + " " + text, indent: indent) {
                line += " " + text
            } else {
                lines.append(line)
                line = text
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// A string literal.
    static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// The content of a string literal.
    static func escaped(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case _ where scalar.value < 0x20 || Self.isInvisible(scalar): output += "\\u{\(String(scalar.value, radix: 16))}"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    /// Whether the character changes how the code around it is shown.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        default: false
        }
    }
}
