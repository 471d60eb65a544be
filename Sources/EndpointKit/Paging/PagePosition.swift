/// A place in a list, to go on from: in another loop, after a failure, or, where the request is Codable, in another process.
///
///     var done = [Character]()
///     var position: PagePosition<CharacterList>? = PagePosition(.characters())
///     while let current = position {
///         let list = await client.elements(from: current).collect()
///         done += list.elements
///         position = list.position
///     }
///
/// It holds the whole request: what is secret in that is secret here.
public struct PagePosition<Request: PaginatedRequest>: Sendable {
    /// For the page that comes next.
    public var request: Request
    /// Of that page, from 1.
    public var number: Int
    /// How many of that page's elements were handled already.
    public var skipped: Int

    /// The beginning of a list.
    public init(_ request: Request) {
        self.init(request: request, number: 1, skipped: 0)
    }

    init(request: Request, number: Int, skipped: Int) {
        self.request = request
        self.number = number
        self.skipped = skipped
    }
}

extension PagePosition: Codable where Request: Codable {}
extension PagePosition: Equatable where Request: Equatable {}
extension PagePosition: Hashable where Request: Hashable {}
