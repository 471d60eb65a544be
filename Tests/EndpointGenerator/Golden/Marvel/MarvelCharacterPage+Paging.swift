// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated extension MarvelCharacterPage: CountedResponse, OffsetResponse {
    public var elements: [MarvelCharacter] { data.results }
    public var totalCount: Int? { data.total }
    /// The document doesn't say that the total is exact.
    public var isTotalExact: Bool { false }
    public var offset: Int? { data.offset }
}
