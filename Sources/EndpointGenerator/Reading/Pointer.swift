internal import EndpointHTTP

/// A place in a document, as a JSON pointer (RFC 6901): `#/paths/~1pets/get`.
public struct Pointer: Hashable, Sendable {
    /// The keys and indices from the root, unescaped.
    public private(set) var tokens: [String] = []

    /// The whole document.
    public init() {}

    init(_ tokens: [String]) { self.tokens = tokens }

    /// Reads the fragment of a reference, such as `#/components/schemas/Pet`; nil if it isn't a pointer into the same document.
    init?(reference: String) {
        guard reference.hasPrefix("#") else { return nil }
        let text = PercentEncoding.decode(reference.utf8.dropFirst())
        if text.isEmpty { return }
        guard text.hasPrefix("/") else { return nil }
        tokens = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { String($0) }.map { token in
            token.replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    func appending(_ tokens: String...) -> Pointer { Pointer(self.tokens + tokens) }

    func appending(_ index: Int) -> Pointer { Pointer(tokens + ["\(index)"]) }

    /// Whether `other` is a place inside this one.
    func contains(_ other: Pointer) -> Bool { other.tokens.count > tokens.count && other.tokens.starts(with: tokens) }

    /// The name of a schema among the components; nil for another place.
    var componentName: String? { tokens.count == 3 && tokens.starts(with: ["components", "schemas"]) ? tokens[2] : nil }
}

extension Pointer: CustomStringConvertible {
    public var description: String {
        "#" + tokens.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }
}
