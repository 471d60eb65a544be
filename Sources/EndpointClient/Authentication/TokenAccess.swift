/// Whether an authentication may wait for a token. A call awaits its tokens before it waits for a slot, and signs with the tokens that are
/// current when it has the slot, without another wait.
enum TokenAccess: Sendable {
    /// - interruption: the interruption of the call that waits.
    case waiting(Interruption?)
    /// Throws ``MustWait`` if the token has expired, is being replaced or doesn't exist.
    ///
    /// - isLast: whether an expired token is used, because the call has already waited several times.
    case atOnce(isLast: Bool)

    /// A token must be awaited first.
    struct MustWait: Error {}
}

/// An authentication that signs with tokens.
protocol TokenSigner: Sendable {
    /// Waits for the tokens that the next signature needs.
    func awaitTokens(_ interruption: Interruption?) async throws

    /// Whether the tokens of a signature are current, and may be sent without a wait.
    func areTokensCurrent(in signature: Signature) async -> Bool

    func authenticated(_ request: HTTPRequest, _ access: TokenAccess) async throws -> AuthenticatedRequest
}
