public import EndpointKit

extension DataWrapper: CountedResponse, OffsetResponse, SizedResponse {
    public var elements: [Element] { results }
    /// Includes elements that were left out, because the offset counts them.
    public var sentCount: Int { data.count }
    public var totalCount: Int? { data.total }
    public var offset: Int? { data.offset }
    public var pageSize: Int? { data.limit }
}
