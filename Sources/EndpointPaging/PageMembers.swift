/// Checks the types of a page's members at compile time. You neither implement nor use this protocol.
///
/// A member of another type, such as `let hasNextPage: Bool?`, would leave the default in effect, so that a list ends early or repeats its
/// last page. Such a page does not compile: see ``_EndpointMembers``.
public protocol _PageMembers {
    /// The declared type of ``PaginatedResponse/hasNextPage``.
    associatedtype _HasNextPageMember
    /// The declared type of ``PaginatedResponse/sentCount``.
    associatedtype _SentCountMember

    /// See ``PaginatedResponse/hasNextPage``.
    var hasNextPage: _HasNextPageMember { get }
    /// See ``PaginatedResponse/sentCount``.
    var sentCount: _SentCountMember { get }

    /// Exists only if `hasNextPage` has the type `Bool`.
    static var _hasNextPageHasItsType: Void { get }
    /// Exists only if `sentCount` has the type `Int`.
    static var _sentCountHasItsType: Void { get }
}

extension _PageMembers where _HasNextPageMember == Bool {
    public static var _hasNextPageHasItsType: Void { () }
}
extension _PageMembers where _SentCountMember == Int {
    public static var _sentCountHasItsType: Void { () }
}

/// Checks the type of ``CountedResponse/isTotalExact``, as ``_PageMembers`` does.
public protocol _CountedPageMembers {
    /// The declared type of ``CountedResponse/isTotalExact``.
    associatedtype _IsTotalExactMember
    /// See ``CountedResponse/isTotalExact``.
    var isTotalExact: _IsTotalExactMember { get }
    /// Exists only if `isTotalExact` has the type `Bool`.
    static var _isTotalExactHasItsType: Void { get }
}

extension _CountedPageMembers where _IsTotalExactMember == Bool {
    public static var _isTotalExactHasItsType: Void { () }
}
