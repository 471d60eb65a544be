/// Counts the elements that a service sent in a page, from the page's stored properties.
enum SentElements {
    /// A stored array of elements.
    private struct Stored {
        /// The address of its elements. Two arrays at one address are the same.
        let place: UnsafeRawPointer?
        let kept: Int
        let sent: Int
    }

    /// nil unless `elements` is certainly one of the stored arrays, unchanged. Otherwise it may be a part or a selection of the sent
    /// elements.
    static func count<Page: PaginatedResponse>(of page: Page) -> Int? {
        var stored: [Stored] = []
        collect(Page.Element.self, in: Mirror(reflecting: page), depth: 0, &stored)
        let elements = page.elements
        let place = place(of: elements)
        // Empty arrays share one address.
        let own = Set(stored.filter { elements.isEmpty ? $0.kept == 0 : $0.place == place && $0.kept == elements.count }.map(\.sent))
        return own.count == 1 ? own.first : nil
    }

    private static func place<Element>(of elements: [Element]) -> UnsafeRawPointer? {
        elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    }

    /// The page's elements as the service sent them, as text: the arrays of a JSON document with this number of elements, or otherwise the
    /// whole body. nil for a page without elements.
    static func text<Page: PaginatedResponse>(of response: Response<Page>) -> Data? {
        let count = response.value.sentCount
        let body = response.http.body
        if count == 0 || body.isEmpty { return nil }
        return body.jsonInUTF8.flatMap { JSONTape.arrays(of: count, in: $0) } ?? body
    }

    /// A page's envelopes aren't deeper.
    private static let depthLimit = 6

    private static func collect<Element>(_ type: Element.Type, in mirror: Mirror, depth: Int, _ stored: inout [Stored]) {
        guard depth < depthLimit else { return }
        if let inherited = mirror.superclassMirror { collect(type, in: inherited, depth: depth + 1, &stored) }
        for (_, child) in mirror.children {
            if let array = child as? LossyArray<Element> {
                let kept = array.wrappedValue
                stored.append(Stored(place: place(of: kept), kept: kept.count, sent: kept.count + array.projectedValue.count))
            } else if let array = child as? [Element] {
                stored.append(Stored(place: place(of: array), kept: array.count, sent: array.count))
            } else if Swift.type(of: child) == [Element]?.self || Swift.type(of: child) == LossyArray<Element>?.self {
                // null in place of an array. A cast would accept any null.
                stored.append(Stored(place: nil, kept: 0, sent: 0))
            } else {
                let inner = Mirror(reflecting: child)
                switch inner.displayStyle {
                case .struct, .class, .tuple, .optional, .enum: collect(type, in: inner, depth: depth + 1, &stored)
                default: break
                }
            }
        }
    }
}
