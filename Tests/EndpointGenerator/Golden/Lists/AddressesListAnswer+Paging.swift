// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated extension AddressesListAnswer: LinkedResponse {
    public var elements: [Thing] { results }
    public var nextLink: String? { next }
}
