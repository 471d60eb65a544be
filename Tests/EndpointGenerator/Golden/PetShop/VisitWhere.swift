// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct VisitWhere: Codable, Hashable, Sendable {
    public var vet: Vet?

    public init(vet: Vet? = nil) { self.vet = vet }

    nonisolated public struct Vet: Codable, Hashable, Sendable {
        public var name: String?

        public init(name: String? = nil) { self.name = name }
    }
}
