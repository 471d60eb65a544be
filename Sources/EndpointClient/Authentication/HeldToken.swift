/// A token of any type.
struct HeldToken: Sendable {
    private let value: any Sendable
    /// nil if the expiry isn't known.
    let expiry: Date?
    /// nil if the token doesn't identify its user.
    let identity: Identity?

    init(token: some Sendable, expiry: Date?, identity: Identity?) {
        value = token
        self.expiry = expiry
        self.identity = identity
    }

    /// A token with no expiry, or with one that isn't a number, never expires.
    func isExpired(at now: Date) -> Bool { expiry.map { $0.timeIntervalSince(now) <= 0 } ?? false }

    func token<Token>(as type: Token.Type = Token.self) throws -> Token {
        guard let token = value as? Token else { throw APIError.impossible("A token isn't a \(type)") }
        return token
    }
}

/// The version of the token that a request carries, and the token's keeper. They distinguish a rejected token from a newer one.
struct TokenVersion: Sendable {
    let keeper: ObjectIdentifier
    let version: Int
}
