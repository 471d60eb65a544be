/// The pages of a list, one after the other. See ``APIClient/pages(of:limits:prefetch:calling:)``.
///
/// No call is made before a loop asks for the first page, and each loop starts from the beginning. Leaving a loop, or cancelling its task,
/// cancels its calls. A page that fails ends the loop; the iterator's position is where to resume.
public struct PageSequence<Request: PaginatedRequest>: AsyncSequence, Sendable {
    public typealias Element = Page<Request>

    let source: PageSource<Request>
    let start: PagePosition<Request>
    let limits: PageLimits
    let prefetch: Int

    /// The same pages, element by element.
    public var elements: ElementSequence<Request> { ElementSequence(pages: self) }

    public func makeAsyncIterator() -> Iterator { Iterator(reader: PageReader(self)) }

    /// Reads the list for one loop, and knows its position.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: PageReader<Request>

        /// The position after the last page that arrived, or of the page that failed; nil at the end of the list.
        public var position: PagePosition<Request>? { reader.position }

        public mutating func next() async throws -> Page<Request>? { try await reader.next() }
    }
}
