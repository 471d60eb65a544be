// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum CatalogueFormat: String, CaseIterable, Codable, QueryValue {
    case comic
    case magazine
    case tradePaperback = "trade paperback"
    case hardcover
}
