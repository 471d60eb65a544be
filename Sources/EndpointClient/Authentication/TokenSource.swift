/// The source of tokens of any type: a store, and the program's refresh.
struct TokenSource: Sendable {
    /// The stored token.
    let load: @Sendable () async throws -> HeldToken?
    let save: @Sendable (HeldToken?) async throws -> Void
    /// Exchanges the current token for a new one, or gets the first token if there is none.
    let renew: @Sendable (HeldToken?) async throws -> HeldToken
    /// Whether the current token can't be refreshed anymore after this error.
    let isFinal: @Sendable (any Error) -> Bool
    /// Runs work while no other process refreshes the token.
    let exclusively: @Sendable (ExclusiveWork) async throws -> Void
    /// Whether another process or another refresher has replaced the stored token.
    let hasChanged: @Sendable () async throws -> Bool
    /// Whether ``hasChanged`` is fast enough to be awaited in place.
    let looksInPlace: Bool

    init<Token: Sendable>(
        _ store: any TokenStore<Token>, holding held: @escaping @Sendable (Token) -> HeldToken,
        refresh: @escaping @Sendable (Token?) async throws -> Token, isFinal: @escaping @Sendable (any Error) -> Bool
    ) {
        let store = (store as? any SeveralUsersStore<Token>)?.ofOneRefresher() ?? store
        load = { try await store.load().map(held) }
        save = { try await store.save($0.map { try $0.token() }) }
        renew = { held(try await refresh($0.map { try $0.token() })) }
        self.isFinal = isFinal
        exclusively = { try await store.exclusively($0) }
        hasChanged = { try await store.hasChanged() }
        looksInPlace = store is any AwaitedInPlace
    }
}
