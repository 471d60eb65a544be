// Not Sendable, because otherwise an array could not conform. The requests for pages require Sendable instead.
/// A response that is one page of a list, such as an array of Decodable elements.
public protocol PaginatedResponse<Element>: _PageMembers {
    /// The type of the list's elements.
    associatedtype Element

    /// The elements of this page that could be decoded.
    var elements: [Element] { get }

    /// Whether another page may follow, as far as this page shows. By default, true for a ``CursorResponse`` or a ``LinkedResponse`` that
    /// names the next page, and for any other response unless it is empty.
    ///
    /// If you declare it, true promises another page: if the page then has no cursor and no link, the list ends with an error.
    var hasNextPage: Bool { get }

    /// How many elements the service sent. If it is negative, as by default, lists count ``elements`` and those that a ``LossyArray``
    /// skipped. Declare it if ``elements`` joins arrays or leaves out elements in another way: otherwise lists by number or offset fail.
    var sentCount: Int { get }
}

extension PaginatedResponse {
    public var hasNextPage: Bool {
        UndeclaredNextPage.reader?.isUndeclared = true
        return sentCount < 0 ? !elements.isEmpty : sentCount != 0
    }
    public var sentCount: Int { -1 }

    /// Whether the page promises another one. False if ``hasNextPage`` isn't declared, because its default only says that one may follow.
    var promisesNextPage: Bool {
        let reader = UndeclaredNextPage()
        return UndeclaredNextPage.$reader.withValue(reader) { hasNextPage } && !reader.isUndeclared
    }
}

/// Learns from the default of `hasNextPage` that a page doesn't declare this property. One page is read by one task.
private final class UndeclaredNextPage: @unchecked Sendable {
    @TaskLocal static var reader: UndeclaredNextPage?
    var isUndeclared = false
}

/// A page that states the length of the whole list.
public protocol CountedResponse<Element>: PaginatedResponse, _CountedPageMembers {
    /// The number of elements in all pages; nil, or a negative number, if the service doesn't report it.
    var totalCount: Int? { get }

    /// Whether the total is exact and therefore ends the list. Declare it as false if the total is estimated or capped: such a total neither
    /// ends the list nor contradicts it. True by default.
    var isTotalExact: Bool { get }
}

extension CountedResponse {
    public var isTotalExact: Bool { true }
}

/// A page that states how many elements a full page has, such as `per_page` or `limit`. A shorter page is then the last one of a list without
/// a total.
public protocol SizedResponse<Element>: PaginatedResponse {
    /// The number of elements in a full page; nil if the service doesn't report it.
    var pageSize: Int? { get }
}

/// A page that states how many elements precede it, so that a wrong page is detected.
public protocol OffsetResponse<Element>: PaginatedResponse {
    /// How many elements of the list precede this page; nil if the service doesn't report it.
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

/// A page whose body contains the address of the next page, such as `"next": "https://…?page=2"` or `@odata.nextLink`. ``PageLink`` follows
/// it instead of the `Link` field.
public protocol LinkedResponse<Element>: PaginatedResponse {
    /// The URL of the next page, perhaps relative to the URL of this page; nil or empty on the last page.
    var nextLink: String? { get }
}

extension LinkedResponse {
    public var hasNextPage: Bool { nextLink?.isEmpty == false }
}

extension Array: _PageMembers, PaginatedResponse where Element: Decodable {
    public var elements: [Element] { self }
}
