/// What is hidden wherever a request or a response is shown: descriptions, errors, logs, cURL commands.
///
///     policies.redaction = .standard.hiding("X-Internal").hiding(path: "/bot*/").showing("sort-key")
public struct Redaction: Hashable, Sendable {
    /// Names of query items, header fields, form fields and JSON members, in lower case. A longer name that ends in one of them counts
    /// too, where the end begins after `-`, `_`, `.` or `[`, or with a capital: `token` hides `X-Access-Token`, `user[token]` and `userToken`.
    public private(set) var names: Set<String>
    // Whole names, in lower case.
    package private(set) var shown: Set<String> = ["idempotency-key"]
    private var hidesEverything = false
    package var paths: [PathPattern] = []

    public init(names: some Sequence<String>) { self.names = Set(names.map { $0.lowercased() }) }

    /// Keys, hashes, tokens, passwords, signatures and cookies under their usual names. An `Idempotency-Key` is none of them.
    public static let standard = Redaction(names: [
        "apikey", "key", "hash", "ts", "authorization", "cookie", "jwt", "otp",
        "token", "accesstoken", "refreshtoken", "idtoken", "authtoken", "auth", "password", "passwd", "passphrase", "pwd", "secret",
        "clientsecret", "signature", "sig", "credential", "session", "sessionid", "code_verifier", "assertion",
    ])

    /// Every value, whatever its name; names still show.
    public static let everything: Redaction = {
        var redaction = Redaction(names: [])
        redaction.shown = []
        redaction.hidesEverything = true
        return redaction
    }()

    /// Nothing at all, for those who must see it. What goes to another origin is still without what ``standard`` names.
    public static let nothing = Redaction(names: [])

    /// These too, and longer names that end in them, as ``names`` has it.
    public func hiding(_ names: String...) -> Redaction {
        var redaction = self
        for name in names {
            redaction.names.insert(name.lowercased())
            redaction.shown.remove(name.lowercased())
        }
        return redaction
    }

    /// Not these: whole names only, so that `showing("key")` doesn't show an `api-key`.
    public func showing(_ names: String...) -> Redaction {
        var redaction = self
        for name in names { redaction.shown.insert(name.lowercased()) }
        return redaction
    }

    /// In a URL's path, what `*` stands for: a segment or a part of one. The pattern may stand anywhere in the path:
    /// `bot*` makes `/bot<redacted>/send` of `/bot123:abc/send`, `hooks/*/*` hides the two segments after `hooks`.
    public func hiding(path pattern: String) -> Redaction {
        var redaction = self
        redaction.paths.append(PathPattern(pattern))
        return redaction
    }

    package static let mark = "<redacted>"

    var hidesNothing: Bool { names.isEmpty && paths.isEmpty && !hidesEverything }

    package func hides(_ name: String) -> Bool { !shown.contains(name.lowercased()) && (hidesEverything || matches(name)) }

    /// Whether one's own word was that it may be seen.
    package func isShown(_ name: String) -> Bool { shown.contains(name.lowercased()) }

    /// What no other origin is told, and no file keeps, however much or little may be shown.
    package var secrets: Redaction {
        var redaction = self
        redaction.names.formUnion(Self.standard.names)
        redaction.shown = shown.filter { !Self.standard.hides($0) }.union(Self.standard.shown)
        redaction.hidesEverything = false
        return redaction
    }

    private func matches(_ name: String) -> Bool {
        let whole = name.hasSuffix("]") ? name.dropLast() : name[...]
        // No more of it than can match: a server's name may have any length.
        let end = whole.suffix(1 + (names.lazy.map(\.count).max() ?? 0))
        var before: Character?
        for index in end.indices {
            let isStart = before.map { Self.isBoundary(between: $0, and: end[index...]) } ?? (index == whole.startIndex)
            if isStart, names.contains(end[index...].lowercased()) { return true }
            before = end[index]
        }
        return false
    }

    private static func isBoundary(between before: Character, and rest: Substring) -> Bool {
        if "-_.[".contains(before) { return true }
        guard rest.first?.isUppercase == true else { return false }
        // `userToken` and `JWTToken`, but no letter of `TOKEN`.
        return !before.isUppercase || rest.dropFirst().first?.isLowercase == true
    }
}

/// A run of path segments in which `*` stands for what is hidden.
package struct PathPattern: Hashable, Sendable {
    /// What stands before and after the `*` of a segment; without one it is the whole of it.
    private enum Segment: Hashable {
        case text(String)
        case hidden(prefix: String, suffix: String)
    }
    private let segments: [Segment]

    init(_ pattern: String) {
        segments = pattern.split(separator: "/").map { segment in
            guard let star = segment.firstIndex(of: "*") else { return .text(String(segment)) }
            return .hidden(prefix: String(segment[..<star]), suffix: String(segment[segment.index(after: star)...]))
        }
    }

    /// As it was written, but for the slashes at its ends.
    package var text: String {
        segments.map { segment in
            switch segment {
            case .text(let text): text
            case .hidden(let prefix, let suffix): "\(prefix)*\(suffix)"
            }
        }.joined(separator: "/")
    }

    /// Hides what it stands for, wherever that is.
    func hide(in path: inout [Substring]) {
        guard !segments.isEmpty, segments.count <= path.count else { return }
        let original = path
        for start in 0...(original.count - segments.count) {
            let run = original[start...].prefix(segments.count)
            guard zip(segments, run).allSatisfy({ Self.matches($0, $1) }) else { continue }
            for (index, segment) in segments.enumerated() {
                if case .hidden(let prefix, let suffix) = segment { path[start + index] = "\(prefix)\(Redaction.mark)\(suffix)"[...] }
            }
        }
    }

    private static func matches(_ segment: Segment, _ text: Substring) -> Bool {
        switch segment {
        case .text(let own): own == text
        case .hidden(let prefix, let suffix):
            text.utf8.count > prefix.utf8.count + suffix.utf8.count && text.hasPrefix(prefix) && text.hasSuffix(suffix)
        }
    }
}
