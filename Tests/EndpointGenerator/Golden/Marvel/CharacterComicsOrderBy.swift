// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum CharacterComicsOrderBy: String, CaseIterable, Codable, QueryValue {
    case title
    case minusTitle = "-title"
    case issueNumber
    case minusIssueNumber = "-issueNumber"
}
