// Not Sendable, or an array could not conform. The requests for pages demand it instead.
/// A response that is one page of a list, such as an array of Decodable elements.
public protocol PaginatedResponse<Element> {
    /// The type of the list's elements.
    associatedtype Element

    /// The elements of this page that could be decoded.
    var elements: [Element] { get }

    /// Whether another page may follow, as far as this page says. By default, a ``CursorResponse`` has one if it names a cursor; a
    /// ``CountedResponse`` with a total always has one, as the total decides; any other has one unless it is empty.
    var hasNextPage: Bool { get }

    /// How many elements the service sent, including skipped ones that could not be decoded. By default the count of ``elements``.
    var sentCount: Int { get }
}

extension PaginatedResponse {
    public var hasNextPage: Bool { sentCount > 0 }
    public var sentCount: Int { elements.count }
}

/// A page that says how long the whole list is.
public protocol CountedResponse<Element>: PaginatedResponse {
    /// The number of elements of all pages; nil where the service doesn't say.
    var totalCount: Int? { get }
}

extension CountedResponse {
    public var hasNextPage: Bool { totalCount != nil || sentCount > 0 }
}

/// A page that says how many elements come before it, which reveals that a service sent the wrong page.
public protocol OffsetResponse<Element>: PaginatedResponse {
    /// How many elements of the list come before this page; nil where the service doesn't say.
    var offset: Int? { get }
}

/// A page that names the next one with a cursor, also called a token.
public protocol CursorResponse<Element>: PaginatedResponse {
    /// The cursor of the next page; nil or empty on the last page.
    var nextCursor: String? { get }
}

extension CursorResponse {
    public var hasNextPage: Bool { nextCursor?.isEmpty == false }
}

extension CursorResponse where Self: CountedResponse {
    public var hasNextPage: Bool { nextCursor?.isEmpty == false }
}

extension Array: PaginatedResponse where Element: Decodable {
    public var elements: [Element] { self }
}
