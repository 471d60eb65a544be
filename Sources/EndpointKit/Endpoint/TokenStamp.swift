/// Identifies the token that a request carries, and its refresher: it distinguishes a rejected token from a newer one. It travels in
/// ``HTTPRequest/credential``.
final class TokenStamp: Sendable {
    let refresher: ObjectIdentifier
    let version: Int

    init(refresher: AnyObject, version: Int) {
        self.refresher = ObjectIdentifier(refresher)
        self.version = version
    }
}
