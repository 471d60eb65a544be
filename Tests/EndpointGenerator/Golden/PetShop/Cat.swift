// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct Cat: Codable, Hashable, Sendable {
    public var lives: Int
}
