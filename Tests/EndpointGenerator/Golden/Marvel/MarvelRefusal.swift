// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct MarvelRefusal: Codable, Error, Hashable {
    public var code: JSON?
    public var status: String?
    public var message: String?
}

nonisolated extension MarvelRefusal: CustomStringConvertible {
    public var description: String { message ?? "" }
}
