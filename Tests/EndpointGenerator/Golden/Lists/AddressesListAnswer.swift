// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct AddressesListAnswer: Codable, Hashable, Sendable {
    public var count: Int?
    public var next: String?
    public var results: [Thing]
}
