/// A string that appears as `<redacted>` when it is printed, interpolated, dumped or reflected.
public struct Secret: ExpressibleByStringLiteral, Hashable, Sendable {
    private let text: String

    /// Hides `text` from now on; only ``reveal()`` returns it.
    public init(_ text: String) { self.text = text }
    public init(stringLiteral value: String) { text = value }

    /// The text that appears in place of a secret.
    package static let mark = "<redacted>"

    /// The string itself, for sending it.
    public func reveal() -> String { text }

    /// Secrets are equal if they have the same bytes.
    public static func == (a: Secret, b: Secret) -> Bool { ExactText(a.text) == ExactText(b.text) }

    public func hash(into hasher: inout Hasher) { hasher.combine(ExactText(text)) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Self.mark }
    public var debugDescription: String { Self.mark }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
