internal import Synchronization

/// Identifies the token that a request carries, and its refresher. It distinguishes a rejected token from a newer one.
struct TokenStamp: Sendable {
    let refresher: ObjectIdentifier
    let version: Int

    /// The stamp of the token that a waiting adapter used. Task-local, because another adapter may call that one.
    private final class Note: Sendable {
        let stamp = Mutex<TokenStamp?>(nil)
    }
    @TaskLocal private static var current: Note?

    func note() { Self.current?.stamp.withLock { $0 = self } }

    /// Runs `body`. Returns its value, and the stamp that it noted, if it did.
    static func noted<Value>(_ body: () async throws -> Value) async rethrows -> (Value, TokenStamp?) {
        let note = Note()
        let value = try await $current.withValue(note, operation: body)
        return (value, note.stamp.withLock { $0 })
    }
}
