// Generated from comics.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct Character: Codable, Hashable, Sendable {
    public var id: Int
    public var name: String
    public var description: String?
    public var thumbnail: Image?
    public var resourceURI: String?
    public var kind: Kind?
    public var isbn: JSON?
    public var tag: String?

    nonisolated public struct Kind: OpenEnum {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let character: Self = "character"
    }
}
