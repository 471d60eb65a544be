/// The name of an operation's case in the enum for its tag.
enum CaseName {
    /// The function's name without the words of the enum's name: `list` for `listPets` among pets, but `findByStatus` for `findPetsByStatus`.
    static func short(_ function: String, in group: String) -> String {
        let words = Words.of(function)
        let group = Words.of(group).map { Words.singular($0).lowercased() }
        if group.isEmpty || words.count <= group.count { return function }
        // The enum's words come either first or after a verb.
        for start in [1, 0] {
            // In `listPages`, `list` is a verb even in an enum for lists.
            if start == 0, let first = words.first, ListName.verbs.contains(first.lowercased()) { continue }
            let end = start + group.count
            guard end <= words.count, words[start..<end].map({ Words.singular($0).lowercased() }) == group else { continue }
            let rest = words[..<start] + words[end...]
            let name = Words.member(rest.joined(separator: " "))
            return Words.isNamed(name) && name != "by" ? name : function
        }
        return function
    }

    /// The names of an enum's cases. Names that would become equal aren't shortened.
    static func all(_ functions: [String], in group: String) -> [String] {
        let short = functions.map { Self.short($0, in: group) }
        var counts: [String: Int] = [:]
        for name in short + zip(functions, short).filter({ $0 != $1 }).map(\.0) { counts[name, default: 0] += 1 }
        return zip(functions, short).map { function, name in
            counts[name] == 1 && !ReservedNames.operations.contains(name) ? name : function
        }
    }
}
