import EndpointKit

// Finds names and values as they occur in program code: separated by subscripts, operators and comments, and in strings of several parts.
extension LooseText {
    /// The position of the `:` or `=` after a name, which may be in quotation marks.
    mutating func separator(after name: Range<Int>) -> Int? {
        var next = afterSlashes(name.upperBound)
        let isQuoted = byte(at: next).map(Self.isQuote) == true
        if isQuoted { next += 1 }
        next = afterSubscripts(next, isQuoted: isQuoted)
        next = afterComments(isQuoted ? afterLines(next) : afterSpace(next))
        // `+=`, `||=`, `??=`
        let assigned = bytes[min(next, bytes.count)...].prefix(3).drop { "+-*|&?".utf8.contains($0) }.startIndex
        if byte(at: assigned) == UInt8(ascii: "=") { next = assigned }
        return byte(at: next).map(":=".utf8.contains) == true ? next : nil
    }

    /// The end of the subscripts around and after a name, such as `[0]` and `[]`: `user[password]`, `config[ 'password' ]['a']`.
    private func afterSubscripts(_ start: Int, isQuoted: Bool) -> Int {
        var next = start
        // No real code has eight subscripts or more.
        for _ in 0..<8 {
            let bracket = isQuoted ? afterSpace(next) : next
            if byte(at: bracket) == UInt8(ascii: "]") || isQuoted && byte(at: bracket) == UInt8(ascii: "}") {
                next = bracket + 1
            } else if byte(at: bracket) == UInt8(ascii: "["),
                let end = bytes[bracket...].prefix(40).first(where: { $0 == UInt8(ascii: "]") || $0 == 0x0A }),
                end != 0x0A, let index = bytes[bracket...].firstIndex(of: end)
            {
                next = index + 1
            } else {
                break
            }
        }
        return next
    }

    /// The start of the text after comments: `/* … */`, or `//` or `#` with the rest of the line.
    mutating func afterComments(_ start: Int) -> Int {
        var next = start
        defer { lookAhead -= next - start }
        while lookAhead > next - start {
            if isAt("/*", next) {
                next = bytes[next...].firstRange(of: "*/".utf8).map { afterLines($0.upperBound) } ?? bytes.count
            } else if isAt("//", next) || isAt("#", next) {
                next = afterLines(endOfLine(next))
            } else {
                break
            }
        }
        return next
    }

    /// The range of a quoted string, a list or an object that follows a comment. It includes the comment, which may be the value of a name in
    /// another syntax.
    mutating func valueAfterComment(_ start: Int, of name: Range<Int>) -> Range<Int>? {
        let comment = afterLines(start)
        let text = afterComments(comment)
        guard text > comment, let first = byte(at: text) else { return nil }
        if "[{".utf8.contains(first) { return comment..<(endOfBrackets(text) ?? endOfLine(text)) }
        if Self.isQuote(first) { return comment..<contentOfStrings(at: text).upperBound }
        let isQuoted = byte(at: name.lowerBound - 1).map(Self.isQuote) == true
        return isQuoted ? comment..<endOfLine(text) : nil
    }

    /// The end of the brackets that a line leaves open, as in `array(` and `new Map([`.
    mutating func endOfBrackets(openedBefore end: Int) -> Int? {
        bytes[..<end].last { $0 > 0x20 }.flatMap { "[{(".utf8.contains($0) ? bytes[..<end].lastIndex(of: $0) : nil }
            .flatMap { endOfBrackets($0) }
    }
}
