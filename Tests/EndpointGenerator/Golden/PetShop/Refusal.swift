// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct Refusal: Codable, Error, Hashable {
    public var title: String?
    public var fields: [String: [String]]?
}

nonisolated extension Refusal: CustomStringConvertible {
    public var description: String { title ?? "" }
}
