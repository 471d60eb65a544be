/// The part of a request that says who sends it, not what it asks for: what authentication and signatures have added.
///
/// A transport that compares requests needs it: see ``TransferContext/credentials``. It holds secrets and is never shown.
package final class RequestCredentials: Sendable {
    /// The query items that were added. The last of equal items is meant.
    package let items: [Query.Item]
    /// The names of the fields that were added, in lower case.
    package let fields: Set<String>
    /// Tells one holder of credentials from another: the credentials without what differs in each request.
    package let holder: [UInt8]
    /// Whether some of the credentials are query items, so that another holder's request has another URL.
    package let isInQuery: Bool

    package init(items: [Query.Item], fields: Set<String>, holder: [UInt8], isInQuery: Bool) {
        self.items = items
        self.fields = fields
        self.holder = holder
        self.isInQuery = isInQuery
    }
}
