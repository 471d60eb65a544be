// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum GetEventsOrderBy: String, CaseIterable, Codable, QueryValue {
    case name
    case minusName = "-name"
    case startDate
    case minusStartDate = "-startDate"
}
