/// Decides whether a page is the last one of a list whose pages the client counts, by number or offset. No other code decides this.
///
/// | the page | an exact total, and the elements before the page are known | otherwise |
/// | --- | --- | --- |
/// | reaches the total | the last | |
/// | goes past the total | an error | |
/// | is empty, or says that it is the last | an error, as the total isn't reached | the last |
/// | is shorter than the page size that it states | another follows | the last |
/// | is any other | another follows | another follows |
struct ListEnd<Page: PaginatedResponse & Sendable> {
    private let response: Response<Page>
    /// The number of elements in the page, including those that could not be decoded.
    let sent: Int
    /// The total, if it is exact.
    let total: Int?
    /// The page size that the page itself states.
    let pageSize: Int?

    /// Throws if it isn't known how many elements the service sent.
    init(_ response: Response<Page>) throws {
        self.response = response
        sent = response.sentCount ?? -1
        total = Self.total(of: response)
        pageSize = Self.pageSize(of: response.value)
        if sent < 0 {
            throw response.paging(
                "doesn't say how many elements it has, including those that were left out: add `var sentCount: Int` to \(Page.self)")
        }
        let kept = response.value.elements.count
        if sent < kept { throw response.paging("has \(kept) elements, and says that the service sent \(sent)") }
    }

    /// The total from the page, or otherwise from the header fields.
    private static func total(of response: Response<Page>) -> Int? {
        guard let counted = response.value as? any CountedResponse else {
            return response.listRange.flatMap { $0.isTotalExact ? $0.total : nil }
        }
        return counted.isTotalExact ? counted.totalCount.flatMap { $0 >= 0 ? $0 : nil } : nil
    }

    static func pageSize(of page: Page) -> Int? {
        (page as? any SizedResponse)?.pageSize.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The elements before a page.
    enum Before {
        /// Counted by the client, or requested.
        case known(Int)
        /// Calculated from a page's number and its stated size. It may end the list at the total, but never causes an error.
        case calculated(Int)
        case unknown
    }

    func isLast(after before: Before) throws -> Bool {
        let page = response.value
        // If all elements were skipped, the page looks empty although it isn't.
        let isOver = sent == 0 || !page.hasNextPage && !page.elements.isEmpty
        switch (before, total) {
        case (.known(let before), let total?):
            let (sum, overflow) = before.addingReportingOverflow(sent)
            let end = overflow ? Int.max : sum
            if end == total, !overflow { return true }
            // A loop may start beyond the end of the list.
            if sent == 0, before >= total { return true }
            if overflow || end > total {
                throw response.paging(
                    "ends with element \(end) of the list, but the service says that there are \(total) in all")
            }
            if isOver {
                let reason = sent == 0 ? "is empty" : "says that it is the last"
                throw response.paging("\(reason), but the service says that there are \(total) elements, of which \(end) arrived")
            }
            return false
        case (.calculated(let before), let total?):
            return isOver || before.addingReportingOverflow(sent).partialValue >= total
        default:
            return isOver || pageSize.map { sent < $0 } == true
        }
    }

    /// How many more pages of `size` elements the total implies; nil if this isn't known.
    func remainingPages(after before: Before, size: Int?) -> Int? {
        guard let total, let size, size > 0 else { return nil }
        switch before {
        case .known(let before), .calculated(let before):
            let (end, overflow) = before.addingReportingOverflow(sent)
            let (left, isTooMuch) = total.subtractingReportingOverflow(end)
            if isTooMuch { return nil }
            return overflow || left <= 0 ? 0 : (left - 1) / size + 1
        case .unknown: return nil
        }
    }
}

extension Response where Value: PaginatedResponse {
    /// How many elements the service sent, including those that could not be decoded; nil if this isn't known.
    ///
    /// If a page doesn't state the count, its `elements` must be all elements of one array in its body, except those that a lossy array
    /// skipped. The count is unknown if that array could be any of several with different counts, or if no array matches because `elements`
    /// is a selection.
    var sentCount: Int? {
        let kept = value.elements.count
        if value.sentCount >= 0 { return value.sentCount }
        guard let lossy, Value.self != [Value.Element].self else { return kept }
        let entries = lossy.entries
        var counts = Set(entries.filter { $0.kept == kept }.map(\.sent))
        // If all elements were skipped, the next page shows whether the list continues.
        if kept == 0, let most = counts.max() { return most }
        if var others = JSONTape.arrayCounts(in: http.body) {
            for entry in entries { if let index = others.firstIndex(of: entry.sent) { others.remove(at: index) } }
            if others.contains(kept) || kept == 0 && others.isEmpty && entries.isEmpty { counts.insert(kept) }
        } else if entries.allSatisfy({ $0.kept == $0.sent }) {
            counts.insert(kept)
        }
        return counts.count == 1 ? counts.first : nil
    }
}

extension Response {
    /// The end of the list after this page, which doesn't name another one. Throws unless the end is meant.
    func end<Position>(isMeant: Bool) throws -> Position? {
        if isMeant { return nil }
        throw paging("says that more pages follow, but doesn't name the next one")
    }

    /// An error about this page. The text completes a sentence that has the page as its subject.
    func paging(_ problem: String) -> APIError {
        APIError(
            .paging, "The page at \(request.redaction.redactedURL(of: request)) \(problem).", request: request, response: http,
            attempts: attempts)
    }
}
