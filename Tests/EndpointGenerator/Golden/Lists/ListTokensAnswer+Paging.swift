// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated extension ListTokensAnswer: CursorResponse {
    public var elements: [Thing] { tokens ?? [] }
    public var nextCursor: String? { nextPageToken }
}
