// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum CreatorsOrderBy: String, CaseIterable, Codable, QueryValue {
    case lastName
    case minusLastName = "-lastName"
    case firstName
    case minusFirstName = "-firstName"
}
