// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum Note: Codable, Hashable, Sendable {
    case text(String)
    case texts([String])
    case object(Object)
    /// Any other value.
    case other(JSON)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([String].self) {
            self = .texts(value)
        } else if let value = try? container.decode(Object.self) {
            self = .object(value)
        } else {
            self = .other(try container.decode(JSON.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let value): try container.encode(value)
        case .texts(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        case .other(let value): try container.encode(value)
        }
    }

    nonisolated public struct Object: Codable, Hashable, Sendable {
        public var by: String

        public init(by: String) { self.by = by }
    }
}
