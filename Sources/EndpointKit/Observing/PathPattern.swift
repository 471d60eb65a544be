/// A run of path segments in which `*` stands for what is hidden.
struct PathPattern: Hashable, Sendable {
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
    var text: String {
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
