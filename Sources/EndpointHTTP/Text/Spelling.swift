/// Finds a known name that is similar to a misspelled one.
package enum Spelling {
    /// ` (did you mean --limit?)`, or an empty string if no name is similar.
    package static func suggestion(for text: String, among known: [String]) -> String {
        nearest(to: text, among: known).map { " (did you mean \($0)?)" } ?? ""
    }

    /// The most similar name, ignoring case. Otherwise the first name that contains all words of the text, as `requestTimeout` contains
    /// `timeout`, or the first name whose words all occur in the text. nil if no name is similar enough.
    package static func nearest(to text: String, among known: [String]) -> String? {
        // No name is similar to a long text, and comparing them would be slow.
        guard text.utf8.count <= 100 else { return nil }
        let lowered = text.lowercased()
        let length = text.count
        // The distance is at least the difference in length.
        let ranked = known.filter { abs($0.count - length) <= tolerance($0) }
            .map { (name: $0, distance: distance(lowered, $0.lowercased())) }
            .min { $0.distance < $1.distance }
        if let ranked, ranked.distance <= tolerance(ranked.name) { return ranked.name }
        let own = words(of: text)
        if own.isEmpty { return nil }
        let others = known.map { (name: $0, words: words(of: $0)) }
        return (others.first { $0.words.isSuperset(of: own) } ?? others.first { !$0.words.isEmpty && $0.words.isSubset(of: own) })?.name
    }

    /// The words of a name such as `requestTimeout`, `REQUEST_TIMEOUT` or `--request-timeout`, in lower case, without words of one or two
    /// letters.
    private static func words(of name: String) -> Set<String> {
        var words: [String] = [""]
        var before: Character = "A"
        for character in name {
            if !character.isCased || character.isUppercase && before.isLowercase { words.append("") }
            if character.isCased { words[words.count - 1] += character.lowercased() }
            before = character
        }
        return Set(words.filter { $0.count > 2 })
    }

    private static func tolerance(_ name: String) -> Int { max(1, name.count / 3) }

    /// The number of letters to add, remove, replace or swap with their neighbor to turn `a` into `b`.
    package static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a)
        let b = Array(b)
        var rows = [Array(0...b.count)]
        for i in 1..<(a.count + 1) {
            var row = [i]
            for j in 1..<(b.count + 1) {
                let isSame = a[i - 1] == b[j - 1]
                var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
