// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated extension ListZerosAnswer: PaginatedResponse {
    public var elements: [Thing] { content }
    public var hasNextPage: Bool { !last }
}
