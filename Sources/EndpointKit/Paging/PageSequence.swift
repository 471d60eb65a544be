/// The pages of a list, one after the other. See ``APIClient/pages(of:limits:prefetch:calling:)``.
///
/// No call is made before the first page is asked for, and each loop begins anew. A loop that is left, or whose task is cancelled, ends its
/// calls. After a page that fails there is none; those before it were good, and the iterator's position is where to go on.
public struct PageSequence<Request: PaginatedRequest>: AsyncSequence, Sendable {
    public typealias Element = Page<Request>

    let source: PageSource<Request>
    let start: PagePosition<Request>
    let limits: PageLimits
    let prefetch: Int

    /// The same pages, element by element.
    public var elements: ElementSequence<Request> { ElementSequence(pages: self) }

    public func makeAsyncIterator() -> Iterator { Iterator(reader: PageReader(self)) }

    public struct Iterator: AsyncIteratorProtocol {
        let reader: PageReader<Request>

        /// Where the list goes on after the last page that came, or where it failed; nil at its end.
        public var position: PagePosition<Request>? { reader.position }

        public mutating func next() async throws -> Page<Request>? { try await reader.next() }
    }
}
