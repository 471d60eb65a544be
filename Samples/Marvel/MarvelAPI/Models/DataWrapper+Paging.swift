public import EndpointKit

extension DataWrapper: CountedResponse, OffsetResponse {
    public var elements: [Element] { results }
    /// With those that are left out: they have their places in the list.
    public var sentCount: Int { data.count }
    public var totalCount: Int? { data.total }
    public var offset: Int? { data.offset }
}
