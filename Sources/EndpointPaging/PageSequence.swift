/// The pages of a list, one after the other. See ``APIClient/pages(of:limits:prefetch:calling:)``.
///
/// No call is made until a loop requests the first page, and each loop starts from the beginning. Leaving a loop, or cancelling its task,
/// cancels its calls. A failed page ends the loop, which can be resumed from the iterator's position.
public struct PageSequence<Request: PaginatedRequest>: AsyncSequence, Sendable {
    public typealias Element = Page<Request>

    let source: PageSource<Request>
    let start: PagePosition<Request>
    let limits: PageLimits
    let prefetch: Int

    /// The same pages, element by element.
    public var elements: ElementSequence<Request> { ElementSequence(pages: self) }

    public func makeAsyncIterator() -> Iterator { Iterator(reader: PageReader(self)) }

    /// Reads the list for one loop, and tracks its position.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: PageReader<Request>

        /// The position after the last page that arrived, or of the page that failed; nil at the end of the list.
        public var position: PagePosition<Request>? { reader.position }

        public mutating func next() async throws -> Page<Request>? { try await reader.next() }
    }
}

/// The elements of a list, one after the other, from all its pages. A page is loaded after the last element of the previous page, or
/// earlier with prefetching. See ``PageSequence``.
public struct ElementSequence<Request: PaginatedRequest>: AsyncSequence, Sendable {
    public typealias Element = Request.Response.Element

    /// The same elements, page by page.
    public let pages: PageSequence<Request>

    public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator(), limit: pages.limits.maxElements) }

    /// Reads the list for one loop, and tracks its position.
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

        /// The position after the last element that arrived; nil at the end of the list.
        public var position: PagePosition<Request>? {
            guard let page, index < elements.count else { return pages.position }
            var position = page.position
            position.skipped = page.value.elements.count - (elements.count - index)
            return position
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
    /// Collects all elements, or those before a failure.
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

/// The elements of a list, and the failure that ended it early, if any.
public struct CollectedElements<Request: PaginatedRequest>: Sendable {
    /// The elements that arrived, in order.
    public var elements: [Request.Response.Element]
    /// The error that ended the list early: usually an ``APIError``, or `CancellationError` if the task was cancelled. nil for a complete
    /// list, and for a list that ended at a limit.
    public var failure: (any Error)?
    /// The position from which to resume after a failure or a limit; nil at the end of the list.
    public var position: PagePosition<Request>?

    /// Returns the elements, or throws the failure.
    public func get() throws -> [Request.Response.Element] {
        if let failure { throw failure }
        return elements
    }
}
