// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct ChangePetBody: Codable, Hashable, Sendable {
    public var name: String?
    public var price: Nullable<Double>

    public init(name: String? = nil, price: Nullable<Double> = .missing) {
        self.name = name
        self.price = price
    }
}
