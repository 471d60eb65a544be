// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum SeriesOrderBy: String, CaseIterable, Codable, QueryValue {
    case title
    case minusTitle = "-title"
    case startYear
    case minusStartYear = "-startYear"
}
