internal import EndpointHTTP

/// The parameters of an operation that select a page, found by their names and shapes.
struct PagingParameters {
    private(set) var number: Operation.Parameter?
    private(set) var offset: Operation.Parameter?
    private(set) var cursors: [Operation.Parameter] = []
    private(set) var size: Operation.Parameter?
    /// The names of all parameters that select a page, or that switch on a way to select one.
    private(set) var positions: Set<String> = []

    init(_ operation: Operation) {
        let flags = Set(operation.parameters.filter { $0.shape == .scalar(.bool) }.map { PageMember.word($0.name) })
        for parameter in operation.parameters where parameter.location == .query {
            let word = PageMember.word(parameter.name)
            let isInteger = parameter.shape == .scalar(.integer)
            if Self.sizes.contains(word), isInteger { size = size ?? parameter }
            if Self.numbers.contains(word), isInteger || parameter.shape == .scalar(.number) { number = number ?? parameter }
            if Self.offsets.contains(word), isInteger { offset = offset ?? parameter }
            // This cursor has to be switched on, and otherwise has no effect.
            if flags.contains("use" + word) {
                positions.insert(parameter.name)
                continue
            }
            let isText = parameter.shape == .scalar(.text) || parameter.shape == .scalar(.uuid)
            if isText, Self.cursors.contains(word) || Self.offsets.contains(word) || Self.numbers.contains(word) {
                cursors.append(parameter)
            }
        }
        let words = Set(([number, offset].compactMap(\.self) + cursors).map(\.name)).union(positions)
        positions = words.union(
            operation.parameters.map(\.name).filter { name in words.contains { PageMember.word(name) == "use" + PageMember.word($0) } })
    }

    /// Whether it is certain that the parameters select pages. A name such as `after` alone may be a filter.
    var isCertain: Bool {
        number != nil || offset != nil || !cursors.isEmpty && size != nil
            || cursors.contains { !["after", "marker", "page"].contains(PageMember.word($0.name)) }
    }

    private static let numbers: Set<String> = ["page", "pagenumber", "pagenum", "pageno", "pageindex"]
    private static let offsets: Set<String> = ["offset", "skip", "pageoffset"]
    private static let cursors: Set<String> = [
        "after", "aftercursor", "continuation", "continuationtoken", "cursor", "marker", "nextcursor", "nextpagetoken", "nexttoken",
        "pageafter",
        "pagecursor", "pagetoken", "paginationtoken", "startcursor", "startingafter", "startingtoken",
    ]
    private static let sizes: Set<String> = [
        "count", "first", "limit", "maxresults", "pagelimit", "pagesize", "perpage", "resultsperpage", "size", "take", "top",
    ]

    /// The number of the first page; nil if the document doesn't state it.
    static func first(_ parameter: Operation.Parameter) -> Int? {
        if let start = parameter.start, start == 0 || start == 1 { return start }
        let words = (parameter.summary ?? "").lowercased()
        let pattern = /(?:start|begin|first page|index|count)[a-z ]{0,20}(?:at|from|with|is|=|:) ?`?(0|1|zero|one)\b/
        if words.contains(/\b(?:0|zero)[- ]?(?:based|indexed)/) { return 0 }
        if words.contains(/\b(?:1|one)[- ]?(?:based|indexed)/) { return 1 }
        if let match = words.firstMatch(of: pattern) { return ["0", "zero"].contains(match.output.1) ? 0 : 1 }
        return nil
    }
}
