/// One page of a list, as a response has it. An array of what is Decodable is one.
// Not Sendable itself, as an array could not be one then: who asks for pages makes sure of it.
public protocol PaginatedResponse {
    associatedtype Element

    var elements: [Element] { get }

    /// Whether there is another page, as far as this one tells. By default: of a ``CursorResponse``, when it names one; of a
    /// ``CountedResponse`` with a total, always, as the total decides; of any other, unless it is empty.
    var hasNextPage: Bool { get }

    /// How many elements the service sent: those that were left out, as they could not be read, count. By default as many as there are.
    var sentCount: Int { get }
}

extension PaginatedResponse {
    public var hasNextPage: Bool { sentCount > 0 }
    public var sentCount: Int { elements.count }
}

/// A page that knows how long the whole list is.
public protocol CountedResponse: PaginatedResponse {
    /// Of all pages together; nil where the service doesn't say.
    var totalCount: Int? { get }
}

extension CountedResponse {
    public var hasNextPage: Bool { totalCount != nil || sentCount > 0 }
}

/// A page that says how many elements come before it: so a service that doesn't do as it is asked is found out.
public protocol OffsetResponse: PaginatedResponse {
    var offset: Int? { get }
}

/// A page that names the next one by a cursor, also called a token.
public protocol CursorResponse: PaginatedResponse {
    /// nil or empty on the last page.
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
