// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct ListZerosAnswer: Codable, Hashable, Sendable {
    public var content: [Thing]
    public var last: Bool
}
