// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct GetDocumentAnswer: Codable, Hashable, Sendable {
    public var lines: [String]?
}
