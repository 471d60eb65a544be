/// Keeps a token from one run of a program to the next.
public protocol TokenStore<Token>: Sendable {
    associatedtype Token: Sendable

    /// Asked once, when the token is first needed; nil where there is none. An error fails the calls that wait for it, and the next call asks again.
    func load() async throws -> Token?

    /// Replaces what is kept; with nil, removes it. One call at a time, the newest token last.
    func save(_ token: Token?) async throws
}
