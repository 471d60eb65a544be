// Generated from comics.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated extension CharactersListAnswer: CountedResponse {
    public var elements: [Character] { data.results }
    public var totalCount: Int? { data.total }
    /// The document doesn't say that the total is exact.
    public var isTotalExact: Bool { false }
}
