/// A token that knows what it is sent as, and how long it is good for.
///
///     struct Session: Codable, BearerToken {
///         let accessToken: String
///         let refreshToken: String
///         let expiry: Date?
///         var bearerText: String { accessToken }
///     }
public protocol BearerToken: Sendable {
    /// What stands after `Bearer` in the `Authorization` field (RFC 6750, section 2.1).
    var bearerText: String { get }
    /// nil where it isn't known: the token is good until the server says otherwise.
    var expiry: Date? { get }
}

/// How far a token is from its expiry.
enum TokenAge {
    case fresh
    /// Good for less than the leeway.
    case ageing
    case expired

    /// Without an expiry, or with one that is no time at all, it is fresh.
    init(expiry: Date?, now: Date, leeway: TimeInterval) {
        guard let rest = expiry?.timeIntervalSince(now), !rest.isNaN else {
            self = .fresh
            return
        }
        self = rest <= 0 ? .expired : rest <= leeway ? .ageing : .fresh
    }
}
