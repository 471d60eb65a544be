// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct Order: Codable, Hashable, Sendable {
    public var id: String
    /// What was ordered.
    public var pet: Pet
    public var state: State?

    nonisolated public struct State: OpenEnum {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let open: Self = "open"
        public static let value2ndTry: Self = "2nd try"
        public static let open2: Self = "OPEN"
        public static let empty: Self = ""
    }
}
