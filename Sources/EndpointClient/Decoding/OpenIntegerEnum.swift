/// A set of integers that the server may extend: an ``OpenEnum`` of numbers. An unknown value keeps its number.
///
///     struct TaskState: OpenIntegerEnum {
///         let rawValue: Int
///         static let done: Self = 4
///     }
///
/// Such a type decodes from any integer, compares by that integer, and can be a value in a ``Query``.
public protocol OpenIntegerEnum: RawRepresentable, Codable, Hashable, Sendable, QueryValue, ExpressibleByIntegerLiteral,
    CustomStringConvertible
where RawValue == Int, IntegerLiteralType == Int {
    /// Creates a value from any integer, known or not.
    init(rawValue: Int)
}

extension OpenIntegerEnum {
    public init(integerLiteral value: Int) { self.init(rawValue: value) }
    public var description: String { String(rawValue) }
}
