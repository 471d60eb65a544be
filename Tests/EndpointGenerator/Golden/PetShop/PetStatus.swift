// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

/// Whether a pet can be bought.
nonisolated public struct PetStatus: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let available: Self = "available"
    public static let inStore: Self = "in-store"
    public static let sold: Self = "sold"
    public static let `default`: Self = "default"
}
