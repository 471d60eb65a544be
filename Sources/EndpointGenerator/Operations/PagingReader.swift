/// Determines whether an operation returns a list in pages, and how the next page is found.
struct PagingReader {
    let parameters: PagingParameters
    private let operation: Operation
    private let models: [Pointer: Model]
    private let document: Document
    private let choice: PagingChoice?

    init(_ operation: Operation, _ models: [Pointer: Model], _ document: Document, _ choice: PagingChoice?) {
        parameters = PagingParameters(operation)
        self.operation = operation
        self.models = models
        self.document = document
        self.choice = choice
    }

    /// The list. Throws the reason if there is none.
    func list() throws(PagingProblem) -> PagedList {
        guard case .json(let page) = operation.answer else { throw PagingProblem(message: "its answer isn't JSON") }
        var members: [PageMember] = []
        var facts = PageMembers()
        var element: Shape
        switch page {
        case .list(let shape): element = shape
        case .model(let place) where models[place]?.words == nil:
            members = PageMember.all(of: place, models)
            let chosen = try choice?.member(choice?.elements, in: members)
            let list = if let chosen { chosen } else { try members.list(of: operation.path) }
            guard case .list(let shape) = list.shape.unwrapped else { throw PagingProblem(message: "the chosen elements aren't a list") }
            element = shape
            facts.elements = list.path
            members = members.about(list.path)
            try checkNames(of: place, list, members)
        case .optional: throw PagingProblem(message: "its answer may be without content")
        default: throw PagingProblem(message: "its answer isn't a list")
        }
        let (kind, parameter) = try kind(members, element, &facts)
        try checkNames(members, facts)
        readEnd(members, kind, &facts)
        return PagedList(
            kind: kind, parameter: parameter?.name, positions: parameters.positions.union([parameter?.name].compactMap(\.self)),
            size: parameters.size?.name, page: page, element: element, members: facts)
    }

    /// Checks that `elements` and `Element`, which the page's protocol uses, have no other meaning in the page.
    private func checkNames(of page: Pointer, _ list: PageMember, _ members: [PageMember]) throws(PagingProblem) {
        for member in members where member.path.count == 1 {
            let name = Words.member(member.path[0])
            let isList =
                member.path == list.path && member.shape == list.shape.unwrapped
                && models[page]?.properties.contains { $0.name == member.path[0] && $0.isRequired } == true
            if name == "elements", !isList { throw PagingProblem(message: "its member \"elements\" isn't the required list of elements") }
            if name == "element", !member.shape.models.filter({ page.contains($0) }).isEmpty {
                throw PagingProblem(message: "its member \"element\" has the name of the elements' type")
            }
        }
    }

    /// Checks that a member with the name of a protocol's property is the member used for that property.
    private func checkNames(_ members: [PageMember], _ facts: PageMembers) throws(PagingProblem) {
        var own: [String: [String]] = [:]
        switch facts.next {
        case .cursor(let path): own["nextCursor"] = path
        case .lastCursor, .lastElement: own["nextCursor"] = []
        case .address(let path): own["nextLink"] = path
        case .nothing: break
        }
        for member in members where member.path.count == 1 {
            let name = Words.member(member.path[0])
            guard let path = own[name], path != member.path || member.shape.unwrapped != .scalar(.text) else { continue }
            throw PagingProblem(message: "its member \(member.path[0].debugDescription) has a name that the page's protocol uses")
        }
    }

    // MARK: The next page

    private func kind(
        _ members: [PageMember], _ element: Shape, _ facts: inout PageMembers
    ) throws(PagingProblem) -> (PagedList.Kind, Operation.Parameter?) {
        if let chosen = try choice?.kind(operation, members, &facts) { return chosen }
        let list = facts.elements
        for parameter in parameters.cursors + [parameters.offset, parameters.number].compactMap(\.self) {
            if let next = members.cursor(for: parameter, beside: list) {
                facts.next = .cursor(next.path)
                return (.cursor, parameter)
            }
        }
        if let (next, parameter) = lastElement(members, element, list) {
            facts.next = next
            return (.cursor, parameter)
        }
        if let next = members.address(beside: list, in: document) {
            facts.next = .address(next.path)
            return (.link, nil)
        }
        if operation.hasLinkField { return (.link, nil) }
        if let offset = parameters.offset {
            if offset.start == 1 { throw PagingProblem(message: "\(offset.name.debugDescription) begins at 1, so it may count pages") }
            return (.offset, offset)
        }
        if let number = parameters.number {
            guard parameters.size != nil || countsPages(members, list) else {
                throw PagingProblem(message: "\(number.name.debugDescription) may be the page of something else")
            }
            let first = PagingParameters.first(number)
            if first == nil, number.shape != .scalar(.integer) {
                throw PagingProblem(message: "\(number.name.debugDescription) isn't an integer")
            }
            return (.number(first: first), number)
        }
        if let cursor = parameters.cursors.first {
            throw PagingProblem(message: "its answer doesn't name the next \(cursor.name.debugDescription)")
        }
        throw PagingProblem(message: "no parameter chooses a page")
    }

    /// Uses the last element as the cursor if the response says that more pages follow.
    private func lastElement(
        _ members: [PageMember], _ element: Shape, _ list: [String]
    ) -> (PageMembers.Next, Operation.Parameter)? {
        let names = ["startingafter", "after", "pageafter"]
        guard let parameter = parameters.cursors.first(where: { names.contains(PageMember.word($0.name)) }),
            members.first(Self.more, .scalar(.bool), beside: list) != nil
        else { return nil }
        if let last = members.first(["lastid"], .scalar(.text), beside: list) { return (.lastCursor(last.path), parameter) }
        guard case .model(let place) = element, let id = models[place]?.properties.first(where: { $0.name == "id" }),
            [.scalar(.text), .scalar(.uuid)].contains(id.shape.unwrapped)
        else { return nil }
        return (.lastElement(id.name), parameter)
    }

    // MARK: The end

    private func readEnd(_ members: [PageMember], _ kind: PagedList.Kind, _ facts: inout PageMembers) {
        let list = facts.elements
        if let total = members.first(Self.totals, .scalar(.integer), beside: list) {
            facts.total = total.path
            facts.isTotalExact = choice?.isTotalExact ?? false
        }
        if kind == .link { return }
        if let more = members.first(Self.more, .scalar(.bool), beside: list) {
            facts.more = more.path
        } else if let last = members.first(Self.last, .scalar(.bool), beside: list) {
            (facts.more, facts.isMoreNegated) = (last.path, true)
        }
        switch kind {
        case .number(let first) where facts.more == nil:
            guard let count = members.first(Self.pageCounts, .scalar(.integer), beside: list),
                let number = members.first(Self.numbers, .scalar(.integer), beside: list),
                number.path.dropLast() == count.path.dropLast()
            else { break }
            (facts.number, facts.pageCount, facts.firstNumber) = (number.path, count.path, first)
        case .offset:
            // An offset next to a page size is that of this page rather than of the next one.
            guard let offset = members.first(["offset"], .scalar(.integer), beside: list),
                members.contains(where: { ["limit", "pagesize"].contains($0.word) && $0.path.dropLast() == offset.path.dropLast() })
            else { break }
            facts.offset = offset.path
        default: break
        }
    }

    private func countsPages(_ members: [PageMember], _ list: [String]) -> Bool {
        members.first(Self.more + Self.last, .scalar(.bool), beside: list) != nil
            || members.first(Self.totals + Self.pageCounts, .scalar(.integer), beside: list) != nil
    }

    private static let more = ["hasmore", "hasnext", "hasnextpage", "hasmoreitems", "hasmoreresults", "moreavailable"]
    private static let last = ["islast", "islastpage", "last", "lastpage"]
    private static let totals = [
        "totalcount", "total", "totalresults", "totalitems", "totalelements", "totalrecords", "totalentries", "totalhits",
    ]
    private static let pageCounts = ["totalpages", "totalpage", "lastpage", "numpages", "pagestotal", "pagecount"]
    private static let numbers = ["currentpage", "page", "pagenumber", "number"]
}
