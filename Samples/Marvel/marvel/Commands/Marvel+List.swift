internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

extension Marvel {
    /// Loads one page or all pages, and writes each as it arrives. After a failure or Ctrl-C, the output so far stays, and a JSON document
    /// is incomplete.
    func list<Resource: ListedResource>(
        _ type: Resource.Type, of parent: (any ListedResource.Type)?, _ arguments: Arguments
    ) async throws {
        let isAll = arguments.has("all")
        for name in ["max-items", "prefetch"] where !isAll && arguments.has(name) { try arguments.refuse("--\(name) needs --all.") }
        let request = MarvelList<Resource>.list(
            of: parent.flatMap { Parent($0, id: arguments.integer("id") ?? 0) }, Resource.filter(arguments, of: parent),
            offset: arguments.integer("offset") ?? 0, limit: isAll && !arguments.has("limit") ? 100 : arguments.integer("limit") ?? 20)
        let limits = isAll ? PageLimits(maxElements: arguments.integer("max-items")) : PageLimits(maxPages: 1)
        let writer = try Resource.writer(arguments, console, isGrowing: isAll)
        try await withClient(arguments) { client, configuration in
            let pages = client.pages(of: request, limits: limits, prefetch: arguments.integer("prefetch") ?? 0)
            var listing = Listing(writer, arguments, in: self, isLogging: configuration.policies.log != nil)
            defer { listing.reportRest() }
            for try await page in pages {
                try listing.show(page.value)
                // A prefetched page may be ready even after Ctrl-C.
                try Task.checkCancellation()
            }
            try listing.end()
        }
    }
}

/// Writes a list to the output, and shows its progress on a terminal.
private struct Listing<Resource: ListedResource> {
    private let console: Console
    private let progress: ProgressLine
    private let isAll: Bool
    private let offset: Int
    private let maxItems: Int
    private var writer: ElementWriter<Resource>
    private var written = 0
    /// The number of elements in the pages so far, including those that were left out.
    private var elementCount = 0
    /// The elements that were left out, with their indexes in the whole list if there are several pages, because a key path contains the
    /// index within the page.
    private var leftOut: [String] = []
    /// The same elements, always with their indexes.
    private var leftOutJSON: [JSON] = []
    private var last: DataWrapper<Resource>?
    private var isComplete = false

    /// - Parameter isLogging: whether the client writes log lines, which would mix with the bar.
    init(_ writer: ElementWriter<Resource>, _ arguments: Arguments, in marvel: Marvel, isLogging: Bool) {
        isAll = arguments.has("all")
        console = marvel.console
        progress = ProgressLine(marvel.console, isShown: isAll && !isLogging, clock: marvel.clock)
        offset = arguments.integer("offset") ?? 0
        maxItems = arguments.integer("max-items") ?? .max
        self.writer = writer
    }

    /// Throws if the output fails, or if a page lacks elements: the next page begins after this page's count, so the missing elements would
    /// go unnoticed.
    mutating func show(_ page: DataWrapper<Resource>) throws {
        let sent = page.results.count + page.leftOut.count
        if sent != page.data.count {
            throw APIError(.paging, "The service says that the page has \(page.data.count) elements, and sent \(sent).")
        }
        let elements = Array(page.results.prefix(maxItems - written))
        last = page
        leftOutJSON += page.leftOut.map { $0.json(from: elementCount) }
        leftOut += page.leftOut.map { isAll ? "index \(elementCount + $0.index), \($0)" : "\($0)" }
        written += elements.count
        elementCount += page.results.count + page.leftOut.count
        progress.clear()
        try writer.write(elements, head: page.head)
        // Counts elements that were left out, so that the bar ends at the total.
        progress.show(min(elementCount, maxItems), of: max(0, min(max(0, page.data.total) - offset, maxItems)))
    }

    mutating func end() throws {
        progress.clear()
        try writer.end(["leftOut": .array(leftOutJSON)])
        isComplete = true
    }

    /// Reports the messages that belong to the data. A JSON document contains them itself.
    func reportRest() {
        progress.clear()
        guard let last else { return }
        guard writer.format != .json else {
            // Ends the incomplete line, because the failure's line comes next.
            if !isComplete, console.isTerminal { try? console.write("\n") }
            return
        }
        let count = "\(written)\(last.ofTotal(elementCount)) \(Resource.name)"
        console.note(isAll && elementCount > 0 ? count + last.absence(of: leftOut.count) : last.extent)
        console.reportRest(of: last, leftOut: leftOut)
    }
}
