/// A way in which a service names the pages of its lists; a value of it names one page. Ready-made are ``PageNumber``, ``PageOffset``,
/// ``PageCursor`` and ``PageLink``; one of your own may put the name into a header field, or into the body.
///
/// `list` is always the endpoint's own route, so that whatever it asks for is asked for on every page.
public protocol PagingStrategy<Response>: Sendable {
    associatedtype Response: PaginatedResponse, Sendable where Response.Element: Sendable

    /// Makes the route to the list one to this page.
    func apply(to list: inout Route)

    func next(after reply: EndpointKit.Response<Response>, in list: Route) throws -> Self?

    /// See ``PaginatedRequest/remainingPages(after:)``.
    func remainingPages(after reply: EndpointKit.Response<Response>, in list: Route) -> Int?

    /// See ``PaginatedRequest/page(_:after:)``.
    func page(_ distance: Int, after reply: EndpointKit.Response<Response>, in list: Route) -> Self?

    /// Whether the page is at another origin than its list, so that nothing secret of the endpoint's may go there: neither header fields that
    /// ``Redaction/standard`` names, nor what its adapters add. False by default.
    var isCrossOrigin: Bool { get }
}

extension PagingStrategy {
    public func remainingPages(after reply: EndpointKit.Response<Response>, in list: Route) -> Int? { nil }
    public func page(_ distance: Int, after reply: EndpointKit.Response<Response>, in list: Route) -> Self? { nil }
    public var isCrossOrigin: Bool { false }
}
