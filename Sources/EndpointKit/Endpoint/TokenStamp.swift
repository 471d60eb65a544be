internal import Synchronization

/// Which token a request was given, and by whom: how a rejected token is told from a newer one.
struct TokenStamp: Sendable {
    let refresher: ObjectIdentifier
    let version: Int

    /// What an adapter that waits has used, for the run of the call it works for: it may be called by another adapter.
    private final class Note: Sendable {
        let stamp = Mutex<TokenStamp?>(nil)
    }
    @TaskLocal private static var current: Note?

    func note() { Self.current?.stamp.withLock { $0 = self } }

    /// Whether what is noted here would count for a call.
    static var isNoted: Bool { current != nil }

    /// Calls `body`, and returns what it noted as well.
    static func noted<Value>(_ body: () async throws -> Value) async rethrows -> (Value, TokenStamp?) {
        let note = Note()
        let value = try await $current.withValue(note, operation: body)
        return (value, note.stamp.withLock { $0 })
    }
}
