/// A key of any object.
public struct AnyKey: CodingKey, Hashable, Sendable, ExpressibleByStringLiteral {
    public let stringValue: String
    public let intValue: Int?

    public init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    public init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
    public init(stringLiteral value: String) { self.init(stringValue: value) }
}
