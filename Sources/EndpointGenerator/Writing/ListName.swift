internal import EndpointHTTP

/// The name of the function that returns all elements of a list.
enum ListName {
    /// `allPets` for `listPets`; empty if the function's name doesn't say that it gets several things.
    ///
    /// - Parameters:
    ///   - function: the name of the plain operation.
    ///   - isNoun: whether the function's name is a noun without a verb.
    ///   - list: the operation's list.
    static func all(_ function: String, isNoun: Bool, of list: PagedList?) -> String {
        var rest = Words.of(function).map { $0.prefix(1).uppercased() + $0.dropFirst() }[...]
        guard let verb = rest.first, isNoun || verbs.contains(verb.lowercased()) else { return "" }
        while let first = rest.first, verbs.contains(first.lowercased()) || ["A", "An", "The"].contains(first) { rest = rest.dropFirst() }
        guard let last = rest.last else { return "" }
        if !last.hasSuffix("s") {
            // The list's own name contains the plural.
            guard let plural = list?.members.elements.last.flatMap({ Words.of($0).last }), plural != last,
                Words.singular(plural).lowercased() == last.lowercased()
            else { return "" }
            rest = rest.dropLast() + [plural.prefix(1).uppercased() + plural.dropFirst()]
        }
        return "all" + rest.joined()
    }

    static let verbs: Set<String> = ["all", "fetch", "get", "list", "retrieve"]
}
