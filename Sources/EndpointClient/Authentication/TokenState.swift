/// A refresher's token, and its loads, refreshes and saves in flight.
struct TokenState: Sendable {
    /// A token and its version, which increases with each new token.
    struct Current: Sendable {
        let held: HeldToken
        let version: Int
        /// Whether the token comes from another process.
        let isOfOther: Bool
        /// The token's user.
        let identity: Identity
    }

    struct Refresh: Sendable {
        let outcome: SharedOutcome
        let task: Task<Void, any Error>
        /// Whether the refresh started before the expiry, so that the current token may be used meanwhile.
        var isAhead: Bool
        /// Whether the token was invalidated during the refresh. The refreshed token may then be just as outdated.
        var isOutdated = false
        /// Whether the refresh has begun to send a token, which the service may have invalidated since.
        var isSent = false
        /// Whether the refresh replaces a token that the server rejected.
        var isOfRejected = false
    }

    private(set) var current: Current?
    private(set) var version = 0
    private var lifetime: TimeInterval?
    private(set) var isInvalid = false

    var isLoaded = false
    var load: SharedOutcome?
    var refresh: Refresh?
    /// The times within the window at which a refresh replaced a rejected token.
    var rejections: [Duration] = []
    /// Why the current token can't be refreshed: the token service refused to. nil if no refresh was refused.
    var refusal: APIError?
    /// The last save; each waits for the one before it.
    var save: Task<Void, any Error>?
    /// The last save that waits for the refreshes of other processes.
    var exclusiveSave: Task<Void, any Error>?
    var savesInFlight = 0
    var saveFailure: (any Error)?

    /// How many refreshes hold the store's lock: at most one, unless the store allows several. While a refresh holds it, saves don't wait
    /// for the lock.
    private(set) var locks = 0

    /// Notes that a refresh has the lock. Returns false if another token was set in the meantime.
    mutating func lock(for outcome: SharedOutcome) -> Bool {
        guard refresh?.outcome === outcome else { return false }
        locks += 1
        return true
    }

    /// Notes that a refresh releases the lock. If a save must finish first, returns that save instead.
    mutating func unlock() -> Task<Void, any Error>? {
        if savesInFlight > 0 { return save }
        locks -= 1
        return nil
    }

    /// The version that the stored token may replace; nil while this process loads, refreshes or saves the token. A background refresh
    /// that waits for another process doesn't count.
    var versionToCompare: Int? { isLoaded && (refresh?.isAhead ?? true) && locks == 0 && savesInFlight == 0 ? version : nil }

    /// Notes that a refresh sends `token` now. Returns false if another token was set in the meantime, or if the refresh was given up.
    mutating func send(_ token: HeldToken?, for outcome: SharedOutcome) -> Bool {
        guard refresh?.outcome === outcome else { return false }
        refresh?.isSent = token != nil
        return true
    }

    /// A refresh or a save in flight; nil if there is none.
    var pending: Task<Void, any Error>? { refresh?.task ?? pendingSave }
    /// The work that must not be lost: a refresh that was sent, or a save.
    var pendingSent: Task<Void, any Error>? { refresh?.isSent == true ? refresh?.task : pendingSave }
    private var pendingSave: Task<Void, any Error>? { savesInFlight > 0 ? save : nil }

    /// The earliest time of the next refresh ahead of the expiry, after one has failed.
    var earliestAhead: Duration?

    /// - Parameters:
    ///   - issued: when the token came from its server; nil for a stored token, whose lifetime is unknown.
    ///   - isOfSameUser: whether the token refreshes the current one. Any other token counts as a new sign-in, unless it identifies its
    ///     user.
    mutating func replace(_ token: HeldToken?, issued: Date?, isOfOther: Bool = false, isOfSameUser: Bool = false) {
        version += 1
        let known = isOfSameUser ? current?.identity : nil
        current = token.map { Current(held: $0, version: version, isOfOther: isOfOther, identity: $0.identity ?? known ?? .unique()) }
        lifetime = issued.flatMap { token?.expiry?.timeIntervalSince($0) }
        isInvalid = false
        isLoaded = true
        (earliestAhead, refusal) = (nil, nil)
    }

    /// Notes that a refresh has loaded a token and was given up. The store won't report that token again, so it must be loaded again, unless
    /// a save replaces it.
    mutating func discardLoaded() {
        if savesInFlight == 0, saveFailure == nil { isLoaded = false }
    }

    mutating func invalidate() {
        isInvalid = true
        refresh?.isOutdated = true
    }

    func age(now: Date, leeway: TimeInterval) -> TokenAge {
        guard !isInvalid, let current else { return .expired }
        // A token with no expiry, or with one that isn't a number, is fresh.
        guard let rest = current.held.expiry?.timeIntervalSince(now), !rest.isNaN else { return .fresh }
        // Without the limit of a tenth, a token that lives for a minute would be refreshed before nearly every call.
        return rest <= 0 ? .expired : rest <= min(leeway, (lifetime ?? .infinity) / 10) ? .ageing : .fresh
    }

    /// Whether the token seemed to have expired when it came from its server, as with a wrong clock. Another refresh wouldn't help.
    var isExpiredFromStart: Bool { !isInvalid && (lifetime ?? .infinity) <= 0 }

    func mayRefreshAhead(at moment: Duration) -> Bool {
        refresh == nil && refusal == nil && earliestAhead.map { moment >= $0 } ?? true
    }
}

/// How close a token is to its expiry.
enum TokenAge {
    case fresh
    /// Valid for less than the leeway.
    case ageing
    case expired
}
