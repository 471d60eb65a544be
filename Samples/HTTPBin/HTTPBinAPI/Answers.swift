/// The response to a form.
nonisolated public struct FormAnswer: Decodable, Hashable, Sendable {
    /// The fields that the service received.
    public var form: [String: String]
}

/// The response to a request with a token.
nonisolated public struct BearerAnswer: Decodable, Hashable, Sendable {
    /// Whether the token was accepted.
    public var authenticated: Bool
    /// The token that the request carried.
    public var token: String
}

/// The response with a requested status. Every member is optional, so an empty object is valid.
nonisolated public struct StatusAnswer: Decodable, Hashable, Sendable {
    /// nil in an empty response.
    public var note: String?
}

/// The response that repeats the request's cookies.
nonisolated public struct CookiesAnswer: Decodable, Hashable, Sendable {
    /// The values of the cookies by name.
    public var cookies: [String: String]
}

/// The decoded Base64 text of the greeting.
nonisolated public struct Greeting: Decodable, Hashable, Sendable {
    /// The name of the person who is greeted.
    public var hello: String
}
