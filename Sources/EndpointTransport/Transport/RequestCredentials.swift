/// The part of a request that identifies its sender, as added by authentication and signatures.
///
/// A transport that compares requests needs it: see ``TransferContext/credentials``. It holds secrets and is never shown.
package final class RequestCredentials: Sendable {
    /// The query items of signatures that adapters other than the authentication added. Among equal items, the last one is meant.
    package let items: [Query.Item]
    /// The names of the fields that were added, in lower case.
    package let fields: Set<String>
    /// Identifies the holder of the credentials: the credentials without the parts that differ in each request.
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
