/// What a refresher knows, and what is under way for it.
struct TokenState<Token: Sendable>: Sendable {
    /// A token, and which one it is: each that takes another's place has a higher version.
    struct Current: Sendable {
        let token: Token
        let version: Int
    }

    struct Refresh: Sendable {
        let outcome: SharedOutcome
        let task: Task<Void, any Error>
        /// Started before it was needed: the token that is there may be used meanwhile.
        var isAhead: Bool
        /// The token was invalidated meanwhile: what comes may be as old.
        var isOutdated = false
    }

    private(set) var current: Current?
    private(set) var version = 0
    private var expiry: Date?
    private var isInvalid = false

    private(set) var isLoaded = false
    var load: SharedOutcome?
    var refresh: Refresh?
    /// The last of a chain, in which each waits for the one before it.
    var save: Task<Void, any Error>?
    var saveFailure: (any Error)?
    /// No refresh is started ahead before: the last one failed.
    var earliestAhead: Date?

    mutating func replace(_ token: Token?, expiry: Date?) {
        version += 1
        current = token.map { Current(token: $0, version: version) }
        self.expiry = expiry
        isInvalid = false
        isLoaded = true
        earliestAhead = nil
    }

    mutating func invalidate() {
        isInvalid = true
        refresh?.isOutdated = true
    }

    func age(now: Date, leeway: Duration) -> TokenAge {
        isInvalid || current == nil ? .expired : TokenAge(expiry: expiry, now: now, leeway: leeway)
    }

    func mayRefreshAhead(now: Date) -> Bool { refresh == nil && earliestAhead.map { now >= $0 } ?? true }
}
