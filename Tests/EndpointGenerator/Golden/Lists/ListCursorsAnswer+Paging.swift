// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated extension ListCursorsAnswer: CursorResponse {
    public var elements: [Thing] { items ?? [] }
    public var nextCursor: String? { meta?.nextCursor }
}
