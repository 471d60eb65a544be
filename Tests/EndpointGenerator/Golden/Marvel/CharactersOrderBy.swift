// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum CharactersOrderBy: String, CaseIterable, Codable, QueryValue {
    case name
    case minusName = "-name"
    case modified
    case minusModified = "-modified"
}
