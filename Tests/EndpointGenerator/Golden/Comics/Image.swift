// Generated from comics.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct Image: Codable, Hashable, Sendable {
    public var path: String
    public var `extension`: String
}
