/// A text that doesn't show itself: printed, interpolated, dumped or reflected it is `<redacted>`.
public struct Secret: ExpressibleByStringLiteral, Hashable, Sendable {
    private let text: String

    public init(_ text: String) { self.text = text }
    public init(stringLiteral value: String) { text = value }

    /// The text itself, for the one who must send it.
    public func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Redaction.mark }
    public var debugDescription: String { Redaction.mark }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
