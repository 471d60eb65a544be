/// The names in a Swift source: those that it declares, and those that it uses. Comments and the text of string literals are ignored.
struct SwiftCode {
    /// The file's top-level types that other files can see.
    private(set) var types: Set<Substring> = []
    /// The members that the file's extensions add and that other files can see.
    private(set) var members: Set<Substring> = []
    /// Every name that is declared anywhere in the file.
    private(set) var declared: Set<Substring> = []
    /// Every name in the code.
    private(set) var names: Set<Substring> = []
    /// Every name in the code that follows a dot.
    private(set) var selected: Set<Substring> = []

    init(_ source: String) {
        var tokens: [Substring] = []
        var rest = source[...]
        Self.scan(&rest, into: &tokens, untilParenthesis: false)
        read(tokens)
    }

    // MARK: Tokens: names, and the characters between them that matter here

    private static func scan(_ rest: inout Substring, into tokens: inout [Substring], untilParenthesis: Bool) {
        var depth = 0
        while let first = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
            } else if first == "\"" || first == "#", let hashes = literalStart(rest) {
                skipLiteral(&rest, hashes: hashes, into: &tokens)
            } else if first.isLetter || first == "_" {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                tokens.append(name)
                rest = rest[name.endIndex...]
            } else {
                if first == "(" { depth += 1 }
                if first == ")" {
                    if untilParenthesis, depth == 0 {
                        rest.removeFirst()
                        return
                    }
                    depth -= 1
                }
                if "{}.".contains(first) || first.isNewline { tokens.append(rest.prefix(1)) }
                rest.removeFirst()
            }
        }
    }

    /// The number of `#` at the start of a string literal; nil if none begins here.
    private static func literalStart(_ rest: Substring) -> Int? {
        let hashes = rest.prefix { $0 == "#" }.count
        return rest.dropFirst(hashes).first == "\"" ? hashes : nil
    }

    private static func skipLiteral(_ rest: inout Substring, hashes: Int, into tokens: inout [Substring]) {
        let pounds = String(repeating: "#", count: hashes)
        rest = rest.dropFirst(hashes)
        let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        rest = rest.dropFirst(quote.count)
        while !rest.isEmpty {
            if rest.hasPrefix(quote + pounds) {
                rest = rest.dropFirst(quote.count + hashes)
                return
            }
            if rest.hasPrefix("\\" + pounds + "(") {
                rest = rest.dropFirst(2 + hashes)
                scan(&rest, into: &tokens, untilParenthesis: true)
            } else {
                rest = rest.dropFirst(rest.hasPrefix("\\" + pounds) ? 2 + hashes : 1)
            }
        }
    }

    // MARK: Declarations

    private enum Scope { case type, fileExtension, other }

    private mutating func read(_ tokens: [Substring]) {
        let typeWords: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        let memberWords: Set<Substring> = ["func", "var", "let"]
        var scopes: [Scope] = []
        var next = Scope.other
        var isPrivate = false
        for (index, token) in tokens.enumerated() {
            let after = index + 1 < tokens.count ? tokens[index + 1] : ""
            switch token {
            case "{":
                scopes.append(next)
                next = .other
            case "}":
                _ = scopes.popLast()
            case ".":
                selected.insert(after)
            case _ where token.first?.isNewline == true:
                isPrivate = false
            case "private", "fileprivate":
                isPrivate = true
            case "extension":
                next = scopes.isEmpty ? .fileExtension : .other
            case _ where typeWords.contains(token) && !memberWords.contains(after):
                declared.insert(after)
                if scopes.isEmpty, !isPrivate { types.insert(after) }
                if token != "typealias" { next = .type }
            case _ where memberWords.contains(token):
                declared.insert(after)
                if scopes.last == .fileExtension, !isPrivate { members.insert(after) }
            case "case", "associatedtype":
                declared.insert(after)
            default:
                names.insert(token)
            }
        }
    }
}
