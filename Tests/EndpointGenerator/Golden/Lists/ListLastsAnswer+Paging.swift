// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated extension ListLastsAnswer: CursorResponse {
    public var elements: [Thing] { data }
    public var nextCursor: String? { hasMore ? elements.last?.id : nil }
    public var hasNextPage: Bool { hasMore }
}
