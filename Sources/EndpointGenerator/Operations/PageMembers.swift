internal import EndpointHTTP

/// The members of a page that are used to read a list. Each is a path through objects, as JSON keys.
struct PageMembers: Hashable, Sendable {
    /// How the next page is identified.
    enum Next: Hashable, Sendable {
        /// The page doesn't name the next one. Either the client counts, or the header field `Link` names it.
        case nothing
        case cursor([String])
        /// A cursor that is used only if more pages follow, such as `last_id`.
        case lastCursor([String])
        /// If more pages follow, the member with this key in the last element is the cursor.
        case lastElement(String)
        case address([String])
    }

    /// The list; empty if the whole page is an array.
    var elements: [String] = []
    var next = Next.nothing
    /// Whether more pages follow. Negated if the member instead says that this page is the last one.
    var more: [String]?
    var isMoreNegated = false
    var total: [String]?
    var isTotalExact = false
    var offset: [String]?
    /// The number of this page. `pageCount` is the number of all pages.
    var number: [String]?
    var firstNumber: Int?
    var pageCount: [String]?
}

/// A member of a page, at most three objects deep.
struct PageMember: Hashable, Sendable {
    let path: [String]
    let shape: Shape
    let summary: String
    /// The object that contains the member.
    let owner: Pointer

    /// The last key in lower case and without separators: `nextpagetoken`.
    var word: String { Self.word(path.last ?? "") }
    /// The key before the last one, in the same form.
    var outerWord: String { Self.word(path.dropLast().last ?? "") }

    /// A key, or the name of a parameter, in lower case and with only letters and digits.
    static func word(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// All members of a page, those of the outermost object first.
    static func all(of page: Pointer, _ models: [Pointer: Model]) -> [PageMember] {
        var found: [PageMember] = []
        var level: [(path: [String], model: Pointer)] = [([], page)]
        for _ in 0..<3 {
            var inner: [(path: [String], model: Pointer)] = []
            for (path, model) in level.prefix(64) {
                for property in models[model]?.properties ?? [] {
                    let path = path + [property.name]
                    found.append(PageMember(path: path, shape: property.shape, summary: property.summary ?? "", owner: model))
                    if case .model(let place) = property.shape.unwrapped { inner.append((path, place)) }
                }
            }
            level = inner
        }
        return found
    }
}

extension [PageMember] {
    /// The first member that has one of these words, in their order, and one of these shapes. Members next to the list come first.
    func first(_ words: [String], _ shapes: Shape..., beside list: [String]) -> PageMember? {
        let near = list.dropLast()
        for word in words {
            let same = filter { $0.word == word && shapes.contains($0.shape.unwrapped) && $0.path.count <= 2 }
            if let best = same.first(where: { $0.path.dropLast() == near }) ?? same.first { return best }
        }
        return nil
    }

    // MARK: The list

    /// The member that is the list. Throws the reason if there is none.
    func list(of path: String) throws(PagingProblem) -> PageMember {
        for depth in 1...2 {
            let lists = filter { member in
                guard case .list = member.shape.unwrapped else { return false }
                return member.path.count == depth && !Self.additions.contains(member.word)
            }
            if lists.isEmpty { continue }
            if lists.count == 1 { return lists[0] }
            // If there are several lists, takes one with a usual name or the resource's name.
            let resource = path.split(separator: "/").last { !$0.hasPrefix("{") }.map { PageMember.word(String($0)) }
            for word in [resource].compactMap(\.self) + Self.ordinary {
                let named = lists.filter { $0.word == word }
                if named.count == 1 { return named[0] }
                if named.count > 1 { break }
            }
            let names = lists.map { $0.path.joined(separator: ".").debugDescription }.joined(separator: ", ")
            throw PagingProblem(message: "its answer has several lists: \(names)")
        }
        throw PagingProblem(message: "its answer has no list")
    }

    private static var ordinary: [String] {
        [
            "data", "items", "results", "elements", "entries", "records", "values", "value", "content", "list", "rows", "objects",
            "resources",
        ]
    }
    /// Names of lists that accompany the actual list.
    private static var additions: Set<String> {
        ["errors", "warnings", "messages", "links", "included", "facets", "aggregations", "expand", "fields", "columns", "order", "sort"]
    }

    /// The members that may describe a list, without those of an object that has a list of its own.
    func about(_ list: [String]) -> [PageMember] {
        var others: Set<[String]> = []
        for member in self where member.path != list {
            if case .list = member.shape.unwrapped { others.insert(Array<String>(member.path.dropLast())) }
        }
        return filter { member in
            let object = Array<String>(member.path.dropLast())
            return list.starts(with: object) || !others.contains(object)
        }
    }

    // MARK: The next page

    /// The cursor of the next page for a parameter.
    func cursor(for parameter: Operation.Parameter, beside list: [String]) -> PageMember? {
        let own = PageMember.word(parameter.name)
        let names = [
            "next" + own, "nextcursor", "nextpagetoken", "nextpagecursor", "nexttoken", "nextmarker", "nextcontinuationtoken", "nextpageid",
            "endcursor",
        ]
        let isNumber = parameter.shape == .scalar(.integer)
        let shape: Shape = isNumber ? .scalar(.integer) : .scalar(.text)
        // The usual names for tokens don't apply to a numbered page.
        if let member = first(isNumber ? ["next" + own] : names, shape, beside: list) { return member }
        if isNumber { return nil }
        return first { member in
            guard member.shape.unwrapped == shape else { return false }
            switch (member.outerWord, member.word) {
            case ("next", own), ("next", "cursor"), ("next", "token"), ("cursor", "next"), ("cursors", "next"), ("cursors", "after"):
                return true
            case (_, "next"):
                let words = member.summary.lowercased()
                return member.path.count <= 2 && !member.isAddress(named: true) && ["cursor", "token"].contains { words.contains($0) }
            case (_, own), (_, "nextpage"):
                // A member that has the parameter's own name may be the cursor of this page, unless the document says otherwise.
                let words = member.summary.lowercased()
                return member.path.count <= 2 && !member.isAddress(named: false)
                    && ["next", "subsequent", "following"].contains { words.contains($0) }
            default: return false
            }
        }
    }

    /// The address of the next page.
    func address(beside list: [String], in document: Document) -> PageMember? {
        let names = ["nexturl", "nexturi", "nextlink", "nexthref", "nextpageurl", "nextpageuri", "nextpagelink", "odatanextlink"]
        if let member = first(names, .scalar(.text), beside: list) { return member }
        return first { member in
            guard member.shape.unwrapped == .scalar(.text) else { return false }
            switch (member.outerWord, member.word) {
            case ("next", "href"), ("next", "url"), ("links", "next"): return true
            case (_, "next"), (_, "nextpage"):
                return member.path.count <= 2 && (member.isAddress(named: true) || member.hasURI(in: document))
            default: return false
            }
        }
    }
}

extension PageMember {
    /// Whether the description says that the text is an address.
    ///
    /// - Parameter named: whether a plain "link" is sufficient.
    func isAddress(named: Bool) -> Bool {
        summary.lowercased().split { !$0.isLetter }.contains { ["url", "uri", "urls"].contains($0) || named && $0 == "link" }
    }

    /// Whether the schema says that the text is an address.
    fileprivate func hasURI(in document: Document) -> Bool {
        guard let schema = document[owner]?.object else { return false }
        let flat = FlatSchema(schema, at: owner, in: document)
        guard let member = flat.members.first(where: { $0.name == path.last }) else { return false }
        let (value, place) = document.resolve(member.schema, at: member.place)
        guard let object = value.object else { return false }
        return FlatSchema(object, at: place, in: document).parts.contains { part in
            part.schema["format"]?.string?.hasPrefix("uri") == true
                || [part.schema["example"]?.string, part.schema["examples"]?[0]?.string].contains { $0?.hasPrefix("http") == true }
        }
    }
}
