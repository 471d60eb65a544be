/// Which token a request was given, and by whom: how a rejected token is told from a newer one.
struct TokenStamp: Sendable {
    let refresher: ObjectIdentifier
    let version: Int
}
