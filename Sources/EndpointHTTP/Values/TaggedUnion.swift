/// An object of one of several types, which its `type` or another member names: OpenAPI's `discriminator`.
///
///     nonisolated enum Block: TaggedUnion {
///         case text(TextBlock)
///         case image(ImageBlock)
///         case unknown(JSON)
///
///         static let tagKey = "type"
///         static let variants: [Variant] = [Variant("text", text), Variant("image", image), .unknown(unknown)]
///     }
///
/// The value of each case is read from the whole object, so its members are next to the tag, and its type needn't declare the tag. A case
/// without a value is also a variant: `Variant("divider", divider)`. A tag is a string, an integer or another ``JSON`` value. With an
/// ``TaggedVariant/unknown(_:_:)`` variant, an object with another tag is kept unchanged. Without it, such an object is a decoding error
/// that names the known tags.
///
/// To encode the union, conform to `Codable` too, and give each variant a closure that extracts its value:
///
///     nonisolated enum Shape: TaggedUnion, Codable {
///         case circle(Circle)
///         case unknown(JSON)
///
///         static let tagKey = "kind"
///         static let variants: [Variant] = [
///             Variant(1, circle) { if case .circle(let circle) = $0 { circle } else { nil } },
///             .unknown(unknown) { if case .unknown(let json) = $0 { json } else { nil } },
///         ]
///     }
///
/// The tag is then written next to the members of the value, which has to be an object. An unknown object is written unchanged. A value
/// that is a dictionary is read with the tag among its entries, so its type must be able to hold the tag too: `[String: JSON]`.
public protocol TaggedUnion: Decodable {
    /// The key of the tag, such as `type`. A ``JSONConvention`` converts it like the keys of types.
    static var tagKey: String { get }

    /// The variants, each with its own tag. Declare it as a `static let`, so that it is created only once.
    static var variants: [Variant] { get }
}

extension TaggedUnion {
    /// One row of ``variants``.
    public typealias Variant = TaggedVariant<Self>

    /// Reads the tag, and then the value of its variant.
    ///
    /// Throws a `DecodingError` if the tag is missing, if no variant has the tag (the error names the known tags), or if the variant's
    /// value can't be decoded (the error names the variant).
    public init(from decoder: any Decoder) throws {
        let key = JSONPathKey(stringValue: Self.tagKey)
        let container = try decoder.container(keyedBy: JSONPathKey.self)
        let tag = try container.decode(JSON.self, forKey: key)
        let variants = Self.variants
        if let variant = variants.first(where: { $0.tag == tag }) {
            do {
                self = try variant.read(decoder)
            } catch let error as DecodingError {
                throw error.of(variant: tag, union: "\(Self.self)")
            }
        } else if let variant = variants.first(where: { $0.tag == nil }) {
            self = try variant.read(decoder)
        } else {
            let tags = variants.compactMap { $0.tag?.description }.joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "No variant of \(Self.self) has this tag. The tags are: \(tags).")
        }
    }
}

extension TaggedUnion where Self: Encodable {
    /// Writes the members of the variant's value and the tag, or writes an unknown object unchanged.
    ///
    /// Throws an `EncodingError` if no variant extracts a value from the union, or if the value isn't written as an object.
    public func encode(to encoder: any Encoder) throws {
        for variant in Self.variants {
            guard let value = variant.take(self) else { continue }
            guard let tag = variant.tag else {
                var container = encoder.singleValueContainer()
                return try container.encode(value)
            }
            return try TaggingEncoder(encoder: encoder, key: Self.tagKey, tag: tag).write(value)
        }
        let reason = "No variant of \(Self.self) says how it takes this value out of the union."
        throw EncodingError.invalidValue(self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
    }
}

/// One variant of a ``TaggedUnion``: its tag, and how its value is put into the union and extracted from it.
public struct TaggedVariant<Union>: Sendable {
    /// nil for the variant that stands for all tags that no other variant has.
    let tag: JSON?
    let read: @Sendable (any Decoder) throws -> Union
    let take: @Sendable (Union) -> (any Encodable)?

    /// A variant that is only read.
    ///
    /// - Parameters:
    ///   - tag: a literal, such as `"text"` or `1`, or a ``JSON`` value.
    ///   - make: creates the union from the value: a case such as `text`, or a function.
    public init<Value: Decodable & SendableMetatype>(_ tag: JSON, _ make: @escaping @Sendable (Value) -> Union) {
        self.init(tag: tag, make: make) { _ in nil }
    }

    /// A variant that is read and written.
    ///
    /// - Parameters:
    ///   - tag: a literal, such as `"text"` or `1`, or a ``JSON`` value.
    ///   - make: creates the union from the value: a case such as `text`, or a function.
    ///   - take: extracts the value from a union of this case, and returns nil for any other case.
    public init<Value: Codable & SendableMetatype>(
        _ tag: JSON, _ make: @escaping @Sendable (Value) -> Union, _ take: @escaping @Sendable (Union) -> Value?
    ) {
        self.init(tag: tag, make: make) { take($0) }
    }

    /// A variant without a value.
    ///
    /// - Parameters:
    ///   - tag: a literal, such as `"text"` or `1`, or a ``JSON`` value.
    ///   - union: the case: `divider`.
    ///   - isCase: whether a union is of this case; needed only for encoding.
    public init(_ tag: JSON, _ union: Union, _ isCase: @escaping @Sendable (Union) -> Bool = { _ in false }) where Union: Sendable {
        self.init(tag: tag, read: { _ in union }, take: { isCase($0) ? [String: JSON]() : nil })
    }

    /// Keeps an object whose tag no other variant has. The object includes the tag.
    public static func unknown(
        _ make: @escaping @Sendable (JSON) -> Union, _ take: @escaping @Sendable (Union) -> JSON? = { _ in nil }
    ) -> TaggedVariant {
        TaggedVariant(tag: nil, make: make) { take($0) }
    }

    private init<Value: Decodable & SendableMetatype>(
        tag: JSON?, make: @escaping @Sendable (Value) -> Union, take: @escaping @Sendable (Union) -> (any Encodable)?
    ) {
        // A decoder reads some types, such as JSON, in its own way.
        self.init(tag: tag, read: { make(try $0.singleValueContainer().decode(Value.self)) }, take: take)
    }

    private init(
        tag: JSON?, read: @escaping @Sendable (any Decoder) throws -> Union, take: @escaping @Sendable (Union) -> (any Encodable)?
    ) {
        (self.tag, self.read, self.take) = (tag, read, take)
    }
}
