// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum VisitXLevel: Int, CaseIterable, Codable, QueryValue {
    case value1 = 1
    case value2 = 2
}
