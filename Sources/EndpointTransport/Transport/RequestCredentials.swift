/// The part of a request that says who sends it, not what it asks for: what authentication and signatures have added.
///
/// A transport that compares requests needs it: see ``TransferContext/credentials``. It holds secrets and is never shown.
package final class RequestCredentials: Sendable {
    /// The query items of signatures that other adapters than the authentication added. The last of equal items is meant.
    package let items: [Query.Item]
    /// The names of the fields that were added, in lower case.
    package let fields: Set<String>
    /// Tells one holder of credentials from another: the credentials without what differs in each request.
    package let holder: [UInt8]
    /// Whether some of the credentials are query items, so that another holder's request has another URL.
    package let isInQuery: Bool
    /// Whether a signature is among them, which differs in each request and isn't part of the holder.
    package let isSigned: Bool

    package init(items: [Query.Item], fields: Set<String>, holder: [UInt8], isInQuery: Bool, isSigned: Bool) {
        self.items = items
        self.fields = fields
        self.holder = holder
        self.isInQuery = isInQuery
        self.isSigned = isSigned
    }
}
