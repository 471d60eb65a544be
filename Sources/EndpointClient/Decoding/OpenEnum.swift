/// A set of strings that the server may extend. Known values are static members, and an unknown value keeps its text.
///
///     struct ComicFormat: OpenEnum {
///         let rawValue: String
///         static let hardcover: Self = "hardcover"
///     }
///
/// An open enum decodes from any string, compares by that string, and can be a value in a ``Query``. Use an ordinary `enum` of strings for
/// a set that the caller defines, such as the sort orders of a list.
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, QueryValue, ExpressibleByStringLiteral, CustomStringConvertible
where RawValue == String, StringLiteralType == String {
    /// Creates a value from any string, known or not.
    init(rawValue: String)
}

extension OpenEnum {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    public var description: String { rawValue }
}
