internal import EndpointHTTP

/// What a schema says about a value, without the differences between 3.0 and 3.1.
indirect enum Shape: Hashable, Sendable {
    /// Any JSON value.
    case any
    /// A value without parts.
    case scalar(Scalar)
    /// An array.
    case list(Shape)
    /// An object with any keys.
    case map(Shape)
    /// An object, a union, or a set of words or numbers, which becomes a type; the place of its schema.
    case model(Pointer)
    /// A value that may be null.
    case optional(Shape)

    enum Scalar: Hashable, Sendable {
        case bool, integer, number, text, uuid
        /// A moment.
        case date
        /// A date without a time.
        case day
        /// Base64 in a string.
        case base64
        /// The bytes of a whole body.
        case bytes
    }

    /// The same for a value that may be null or missing.
    var asOptional: Shape { if case .optional = self { self } else { .optional(self) } }

    /// The same for a value that is there.
    var unwrapped: Shape { if case .optional(let shape) = self { shape } else { self } }

    /// The models that the shape names.
    var models: [Pointer] {
        switch self {
        case .any, .scalar: []
        case .model(let place): [place]
        case .list(let shape), .map(let shape), .optional(let shape): shape.models
        }
    }

    /// The models whose values are stored inside the value itself, not in an array or a dictionary.
    var embedded: Pointer? {
        switch self {
        case .model(let place): place
        case .optional(let shape): shape.embedded
        case .any, .scalar, .list, .map: nil
        }
    }

    /// Whether a value is or contains such a scalar, not looking into models.
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
        /// Only in answers.
        let isReadOnly: Bool
        /// Only in requests.
        let isWriteOnly: Bool
        let isDeprecated: Bool
        let summary: String?
        /// The only value that it may have.
        var constant: JSON?
    }

    let place: Pointer
    /// The parts of its name, the outermost first: `["Order", "address"]`.
    let hint: [String]
    let summary: String?
    var kind: Kind
    /// Whether values beside the known words may be sent too.
    var isOpen = false
    /// Whether an object has further members, beside those that are known.
    var hasOthers = false
    /// Names for its numbers; empty if it has none.
    var names: [String] = []

    var properties: [Property] { if case .object(let properties) = kind { properties } else { [] } }
    var words: [String]? { if case .words(let words) = kind { words } else { nil } }
    var union: Union? { if case .union(let union) = kind { union } else { nil } }

    /// Whether it is one value without parts.
    var isPlain: Bool {
        switch kind {
        case .words, .numbers: true
        case .object, .union: false
        }
    }

    /// The shapes of its parts.
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
        /// The value of the member ``Union/tagKey``; nil if the variants are told apart by their contents.
        let tag: JSON?
        let shape: Shape
    }

    /// The member that says which alternative it is.
    let tagKey: String?
    /// Without tags, the first that can be read counts.
    var variants: [Variant]
}
