/// The elements of a list, one after the other, through all its pages; the next page is asked for when the elements of the one before are
/// through. See ``PageSequence``.
public struct ElementSequence<Request: PaginatedRequest>: AsyncSequence, Sendable {
    public typealias Element = Request.Response.Element

    /// The same elements, page by page.
    public let pages: PageSequence<Request>

    public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator(), limit: pages.limits.maxElements) }

    public struct Iterator: AsyncIteratorProtocol {
        private var pages: PageSequence<Request>.Iterator
        private var page: Page<Request>?
        private var elements: [Element] = []
        private var index = 0
        private var left: Int

        init(pages: PageSequence<Request>.Iterator, limit: Int?) {
            self.pages = pages
            left = limit ?? .max
        }

        /// Where the list goes on after the last element that came; nil at its end.
        public var position: PagePosition<Request>? {
            guard let page, index < elements.count else { return pages.position }
            return PagePosition(
                request: page.request, number: page.number, skipped: page.value.elements.count - (elements.count - index))
        }

        public mutating func next() async throws -> Element? {
            guard left > 0 else { return nil }
            while index == elements.count {
                guard let page = try await pages.next() else { return nil }
                (self.page, elements, index) = (page, page.elements, 0)
            }
            left -= 1
            defer { index += 1 }
            return elements[index]
        }
    }
}

extension ElementSequence {
    /// All elements, or those that came before something failed.
    public func collect() async -> CollectedElements<Request> {
        var iterator = makeAsyncIterator()
        var elements: [Element] = []
        do {
            while let element = try await iterator.next() { elements.append(element) }
            return CollectedElements(elements: elements, failure: nil, position: iterator.position)
        } catch {
            return CollectedElements(elements: elements, failure: error, position: iterator.position)
        }
    }
}

/// The elements of a list as far as they came.
public struct CollectedElements<Request: PaginatedRequest>: Sendable {
    public var elements: [Request.Response.Element]
    /// What ended them early: an ``APIError`` most often, `CancellationError` where the task was cancelled. A limit is none.
    public var failure: (any Error)?
    /// Where to go on, after a failure or a limit; nil where that was the whole list.
    public var position: PagePosition<Request>?

    /// The elements; throws the failure.
    public func get() throws -> [Request.Response.Element] {
        if let failure { throw failure }
        return elements
    }
}
