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
