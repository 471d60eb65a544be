internal import Synchronization

/// Keeps a token as long as the program runs.
public final class MemoryTokenStore<Token: Sendable>: TokenStore {
    private let kept: Mutex<Token?>

    public init(_ token: Token? = nil) { kept = Mutex(token) }

    public func load() -> Token? { kept.withLock { $0 } }
    public func save(_ token: Token?) { kept.withLock { $0 = token } }
}

extension MemoryTokenStore: CustomReflectable {
    /// Nothing: it holds a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
