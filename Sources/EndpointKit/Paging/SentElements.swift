/// Counts the elements that a service sent in a page, from the page's stored properties.
enum SentElements {
    /// An array of elements in a page: how many it has, and how many there were before it left some out.
    private struct Candidate: Hashable {
        let kept: Int
        let sent: Int
    }

    /// nil where no property, or none for certain, is the one that the page's elements come from.
    static func count<Page: PaginatedResponse>(of page: Page) -> Int? {
        var candidates: Set<Candidate> = []
        collect(Page.Element.self, in: page, depth: 0, &candidates)
        let count = page.elements.count
        let own = candidates.filter { $0.kept == count }
        // `elements` may be a part of what is stored.
        let sent = Set((own.isEmpty ? candidates : own).map(\.sent))
        return sent.count == 1 ? sent.first : nil
    }

    /// What the service sent as the page's elements, as text: the array of a JSON document that has so many, and otherwise the whole body. nil
    /// for a page without elements.
    static func text<Page: PaginatedResponse>(of response: Response<Page>) -> Data? {
        let count = response.value.sentCount
        let body = response.http.body
        if count == 0 || body.isEmpty { return nil }
        return body.jsonInUTF8.flatMap { JSONTape.array(of: count, in: $0) } ?? body
    }

    /// A page's envelopes are no deeper.
    private static let depthLimit = 6

    private static func collect<Element>(_ type: Element.Type, in value: Any, depth: Int, _ candidates: inout Set<Candidate>) {
        guard depth < depthLimit else { return }
        for (_, child) in Mirror(reflecting: value).children {
            if let array = child as? LossyArray<Element> {
                let kept = array.wrappedValue.count
                candidates.insert(Candidate(kept: kept, sent: kept + array.projectedValue.count))
            } else if let array = child as? [Element] {
                candidates.insert(Candidate(kept: array.count, sent: array.count))
            } else {
                switch Mirror(reflecting: child).displayStyle {
                case .struct, .class, .tuple, .optional, .enum: collect(type, in: child, depth: depth + 1, &candidates)
                default: break
                }
            }
        }
    }
}
