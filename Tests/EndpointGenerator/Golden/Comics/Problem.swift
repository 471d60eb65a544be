// Generated from comics.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct Problem: Codable, Error, Hashable {
    public var code: JSON?
    public var message: String?
}

nonisolated extension Problem: CustomStringConvertible {
    public var description: String { message ?? "" }
}
