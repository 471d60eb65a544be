// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated extension ListNumbersAnswer: PaginatedResponse {
    public var elements: [Thing] { things }
    public var hasNextPage: Bool { page < totalPages }
}
