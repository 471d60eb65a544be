extension Listing {
    /// Matches the whole text without regard to case.
    static func equals(_ text: @escaping (Element) -> String) -> Filter {
        { value in
            let wanted = value.lowercased()
            return { text($0).lowercased() == wanted }
        }
    }

    static func startsWith(_ text: @escaping (Element) -> String) -> Filter {
        { value in
            let wanted = value.lowercased()
            return { text($0).lowercased().hasPrefix(wanted) }
        }
    }

    static func number(_ number: @escaping (Element) -> Int) -> Filter {
        { (value) throws(Refusal) in
            guard let wanted = Int(value) else { throw .invalid("You must pass a whole number here, not \"\(value)\".") }
            return { number($0) == wanted }
        }
    }

    /// Matches one of a closed set of texts, each with its condition.
    static func choice(_ choices: [String: (Element) -> Bool]) -> Filter {
        { (value) throws(Refusal) in
            guard let choice = choices[value] else { throw .invalid("\"\(value)\" is none of the values this parameter may have.") }
            return choice
        }
    }

    static func flag(_ condition: @escaping (Element) -> Bool) -> Filter {
        choice(["true": condition, "false": { !condition($0) }])
    }

    /// Matches any of the given ids. `places` are the references of the element, whose ids count from `first`.
    static func anyID(first: Int, _ places: @escaping (Element) -> [Int]) -> Filter {
        { (value) throws(Refusal) in
            let wanted = try IDList.parse(value)
            return { element in places(element).contains { wanted.contains(first + $0) } }
        }
    }

    /// Matches all of the given ids.
    static func everyID(_ ids: @escaping (Element) -> [Int]) -> Filter {
        { (value) throws(Refusal) in
            let wanted = try IDList.parse(value)
            return { wanted.isSubset(of: ids($0)) }
        }
    }
}

/// A list of ids, such as `1009610,1009368`.
enum IDList {
    /// The most ids that one parameter may have.
    static let limit = 10

    static func parse(_ text: String) throws(Refusal) -> Set<Int> {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= limit else { throw .invalid("You may not pass more than \(limit) ids at once.") }
        var ids: Set<Int> = []
        for part in parts {
            guard let id = part.naturalNumber, id > 0 else { throw .invalid("\"\(part)\" is no id.") }
            ids.insert(id)
        }
        return ids
    }
}
