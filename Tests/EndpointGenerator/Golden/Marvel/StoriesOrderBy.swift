// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum StoriesOrderBy: String, CaseIterable, Codable, QueryValue {
    case id
    case minusID = "-id"
    case modified
    case minusModified = "-modified"
}
