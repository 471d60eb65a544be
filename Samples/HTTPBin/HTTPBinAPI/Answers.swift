public struct FormAnswer: Decodable, Hashable, Sendable {
    public var form: [String: String]
}

public struct BearerAnswer: Decodable, Hashable, Sendable {
    public var authenticated: Bool
    /// The token that the request carried.
    public var token: String
}

/// The answer for a status. Every member is optional, so an empty object is valid.
public struct StatusAnswer: Decodable, Hashable, Sendable {
    public var note: String?
}

public struct Greeting: Decodable, Hashable, Sendable {
    public var hello: String
}
