internal import EndpointHTTP

/// The shape of a value according to its schema, without the differences between 3.0 and 3.1.
indirect enum Shape: Hashable, Sendable {
    /// Any JSON value.
    case any
    /// A value without parts, such as a number.
    case scalar(Scalar)
    /// An array.
    case list(Shape)
    /// An object with any keys.
    case map(Shape)
    /// An object, a union, or a set of words or numbers, which becomes a type. The pointer is the location of its schema.
    case model(Pointer)
    /// A value that may be null.
    case optional(Shape)

    enum Scalar: Hashable, Sendable {
        case bool, integer, number, text, uuid
        /// A date with a time.
        case date
        /// A date without a time.
        case day
        /// Base64 in a string.
        case base64
        /// The bytes of a whole body.
        case bytes
    }

    /// The shape for a value that may be null or missing.
    var asOptional: Shape { if case .optional = self { self } else { .optional(self) } }

    /// The shape for a value that is present.
    var unwrapped: Shape { if case .optional(let shape) = self { shape } else { self } }

    /// The models to which the shape refers.
    var models: [Pointer] {
        switch self {
        case .any, .scalar: []
        case .model(let place): [place]
        case .list(let shape), .map(let shape), .optional(let shape): shape.models
        }
    }

    /// The model whose value is stored inside the value itself rather than in an array or a dictionary; nil if there is none.
    var embedded: Pointer? {
        switch self {
        case .model(let place): place
        case .optional(let shape): shape.embedded
        case .any, .scalar, .list, .map: nil
        }
    }

    /// Whether a value is or contains this scalar. Models aren't searched.
    func contains(_ scalar: Scalar) -> Bool {
        switch self {
        case .any, .model: false
        case .scalar(let own): own == scalar
        case .list(let shape), .map(let shape), .optional(let shape): shape.contains(scalar)
        }
    }
}

/// A schema that becomes a type.
struct Model: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// An object with known members.
        case object([Property])
        case words([String])
        /// A set of integers.
        case numbers([Int])
        case union(Union)
    }

    /// A member of an object.
    struct Property: Hashable, Sendable {
        /// The key in JSON.
        let name: String
        var shape: Shape
        var isRequired: Bool
        /// Whether the member occurs only in responses.
        let isReadOnly: Bool
        /// Whether the member occurs only in requests.
        let isWriteOnly: Bool
        let isDeprecated: Bool
        let summary: String?
        /// The only value that the member may have.
        var constant: JSON?
    }

    let place: Pointer
    /// The parts of its name, outermost first: `["Order", "address"]`.
    let hint: [String]
    let summary: String?
    var kind: Kind
    /// Whether values other than the known words may also occur.
    var isOpen = false
    /// Whether an object may have members other than the known ones.
    var hasOthers = false
    /// Names for its numbers; empty if it has none.
    var names: [String] = []

    var properties: [Property] { if case .object(let properties) = kind { properties } else { [] } }
    var words: [String]? { if case .words(let words) = kind { words } else { nil } }
    var union: Union? { if case .union(let union) = kind { union } else { nil } }

    /// Whether it is a single value without parts.
    var isPlain: Bool {
        switch kind {
        case .words, .numbers: true
        case .object, .union: false
        }
    }

    /// The shapes of the model's parts.
    var shapes: [Shape] {
        switch kind {
        case .object(let properties): properties.map(\.shape)
        case .union(let union): union.variants.map(\.shape)
        case .words, .numbers: []
        }
    }
}

/// One of several alternatives.
struct Union: Hashable, Sendable {
    struct Variant: Hashable, Sendable {
        /// The value of the member ``Union/tagKey``; nil if the variants are distinguished by their contents.
        let tag: JSON?
        let shape: Shape
    }

    /// The member that identifies the alternative of a value.
    let tagKey: String?
    /// Without tags, the first variant that can be read is used.
    var variants: [Variant]
}
