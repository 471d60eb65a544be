internal import Synchronization

/// Keeps a token in memory, until the program ends. Several refreshers may use it: one of them refreshes the token at a time.
public final class MemoryTokenStore<Token: Sendable>: TokenStore, SeveralUsersStore {
    private struct State {
        var token: Token?
        var version = 0
        /// The exclusive work, in order: the first one runs.
        var turns: [Wait<Void>] = []
    }
    private let state: Mutex<State>

    /// Creates a store that holds `token`; nil, the default, means none.
    public init(_ token: Token? = nil) { state = Mutex(State(token: token)) }

    public func load() -> Token? { state.withLock { $0.token } }
    public func save(_ token: Token?) { _ = replace(token) }
    public func hasChanged() -> Bool { false }

    public func exclusively(_ work: ExclusiveWork) async throws {
        let turn = Wait<Void>()
        let isFirst = state.withLock { state in
            state.turns.append(turn)
            return state.turns.count == 1
        }
        if isFirst { turn.finish(.success(())) }
        defer {
            let first = state.withLock { state in
                state.turns.removeAll { $0 === turn }
                return state.turns.first
            }
            // If that work is already running, this has no effect.
            first?.finish(.success(()))
        }
        try await turn.value()
        try await work()
    }

    private func replace(_ token: Token?) -> Int {
        state.withLock { state in
            state.token = token
            state.version += 1
            return state.version
        }
    }

    func ofOneRefresher() -> any TokenStore<Token> { Use(self) }

    /// The store as one refresher sees it.
    private final class Use: TokenStore, AwaitedInPlace {
        private let store: MemoryTokenStore
        /// The version that the refresher last loaded or saved.
        private let known = Atomic(0)

        init(_ store: MemoryTokenStore) { self.store = store }

        func load() -> Token? {
            let (token, version) = store.state.withLock { ($0.token, $0.version) }
            known.store(version, ordering: .releasing)
            return token
        }

        func save(_ token: Token?) { known.store(store.replace(token), ordering: .releasing) }
        func exclusively(_ work: ExclusiveWork) async throws { try await store.exclusively(work) }
        func hasChanged() -> Bool { store.state.withLock { $0.version } != known.load(ordering: .acquiring) }
    }
}

extension MemoryTokenStore: CustomReflectable {
    /// Shows nothing, because the store holds a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
