// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public indirect enum Patient: Codable, Hashable, Sendable, TaggedUnion {
    case cat(Cat)
    case bird(Bird)
    /// An object with another tag.
    case unknown(JSON)

    public static let tagKey = "kind"
    public static let variants: [Variant] = [
        Variant("cat", cat) { if case .cat(let cat) = $0 { cat } else { nil } },
        Variant("bird", bird) { if case .bird(let bird) = $0 { bird } else { nil } },
        .unknown(unknown) { if case .unknown(let unknown) = $0 { unknown } else { nil } },
    ]
}
