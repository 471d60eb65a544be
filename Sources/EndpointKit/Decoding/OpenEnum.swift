/// A set of texts that the server owns and adds to: the known ones are statics, and an unknown one is kept as it came.
///
///     struct ComicFormat: OpenEnum {
///         let rawValue: String
///         static let hardcover: Self = "hardcover"
///     }
///
/// It decodes from any text, compares by it, and stands in a ``Query``. A set that the caller owns, such as the orders a list can be
/// asked for, is an `enum: String` instead.
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, QueryValue, ExpressibleByStringLiteral, CustomStringConvertible
where RawValue == String, StringLiteralType == String {
    init(rawValue: String)
}

extension OpenEnum {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    public var description: String { rawValue }
}
