internal import Synchronization

/// Keeps the cookies that servers set, and returns them with later requests as browsers do (RFC 6265bis).
///
/// A client has a jar only if you add one:
///
///     var policies = ClientPolicies.standard
///     policies.cookies = CookieJar()
///
/// Several clients may share a jar, and several processes may share its file. A jar holds at most 3,000 cookies, 50 for each domain and 4,096
/// bytes each. A failure is an ``APIError`` of code `file`, which names the file but doesn't show its content.
public final class CookieJar: Sendable {
    /// The domains whose hosts may share cookies, in lower case.
    public let domains: Set<String>
    /// The URL of its file; nil for a jar in memory.
    public var file: URL? { storage?.url }
    /// Whether the file also keeps cookies without an expiry.
    public let keepsSessionCookies: Bool
    let storage: CookieFile?
    let now: @Sendable () -> Date
    let state: Mutex<State>

    struct State {
        var store = CookieStore()
        /// The changes that aren't in the file yet.
        var unsaved = UnsavedCookies()
        /// Whether a cookie belongs in the file.
        let isForFile: @Sendable (Cookie) -> Bool
        /// The version of the file that `store` contains; nil if it contains none.
        var version: FileSystem.Version?
        var hasLoaded = false
        /// The callers that wait for the next write.
        var waits: [Wait<Void>] = []
        var isSaving = false
        var saveFailure: APIError?
        /// The cookies that this program and other processes have removed or set.
        var clearings = CookieClearings()
        /// The clearings that aren't in the file yet, and those that are known to be in it.
        var unsavedClearings: [CookieClearings.Scope] = []
        var knownClearings = SharedClearings()
        /// Increases with each write, so that content that was read before a write isn't mistaken for the file's current content.
        var writes = 0

        /// Whether the file has to be written.
        var isUnsaved: Bool { !unsaved.isEmpty || !unsavedClearings.isEmpty }
    }

    /// Creates a jar in memory. Its cookies are lost when the program ends.
    ///
    /// - Parameters:
    ///   - domains: the domains whose hosts may share cookies, such as `example.com`. A cookie with another `Domain` is sent only to the host
    ///     that sets it.
    ///   - now: the clock for the expiry of cookies.
    public convenience init(domains: Set<String> = [], now: @escaping @Sendable () -> Date = { Date() }) {
        self.init(nil, domains: domains, keepsSessionCookies: false, now: now)
    }

    /// Creates a jar in a file that only its owner may read and write (mode 0600), and that several processes may share. Its directory must
    /// exist. The jar rereads the file when another process has changed it. If a response changes a cookie, the file is replaced atomically
    /// before the call returns.
    ///
    /// - Parameters:
    ///   - file: created with the first cookie. A file with other content causes an error and stays unchanged.
    ///   - domains: the domains whose hosts may share cookies, such as `example.com`. A cookie with another `Domain` is sent only to the host
    ///     that sets it.
    ///   - keepsSessionCookies: whether the file also keeps cookies without an expiry. By default, these are lost when the program ends.
    ///   - now: the clock for the expiry of cookies.
    public convenience init(
        file: URL, domains: Set<String> = [], keepsSessionCookies: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(CookieFile(file), domains: domains, keepsSessionCookies: keepsSessionCookies, now: now)
    }

    private init(_ storage: CookieFile?, domains: Set<String>, keepsSessionCookies: Bool, now: @escaping @Sendable () -> Date) {
        self.storage = storage
        self.keepsSessionCookies = keepsSessionCookies
        let hasFile = storage != nil
        state = Mutex(State { cookie in hasFile && (keepsSessionCookies || cookie.expires != nil) })
        self.now = now
        self.domains = Set(
            domains.compactMap { domain in
                let host = Origin.canonical(host: String(domain.trimmingPrefix(".")))
                return host.flatMap { IPAddress.isMeant(by: $0) ? nil : $0 }
            })
    }

    /// Whether `text` is a domain as settings allow it: labels of letters, digits, `-` and `_`, separated by dots. The last label contains a
    /// letter, so an IP address isn't a domain.
    package static func isDomain(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        return labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
        } && labels.last?.first.map(isLetter) == true
    }

    // MARK: Inspecting and changing it

    /// All cookies that haven't expired, from oldest to newest.
    public func cookies() async throws -> [Cookie] {
        try loadIfChanged()
        let now = now()
        return state.withLock { state in
            state.store.removeExpired(now: now)
            return state.store.entries.map(\.cookie)
        }
    }

    /// The cookies for a request to `url`, in the order in which they are sent. Empty for a URL that is neither http nor https.
    public func cookies(for url: URL) async throws -> [Cookie] {
        guard case .success(let location) = Location.parse(url.absoluteString) else { return [] }
        try loadIfChanged()
        return sent(to: CookieTarget(HTTPRequest(origin: location.origin, path: location.path)))
    }

    /// Adds a cookie, which replaces any cookie with the same name, domain and path. If the new cookie has expired, the existing one is only
    /// removed. Throws ``APIError/Code/invalidRequest`` for an invalid cookie. If the file can't be written, this method and those below
    /// throw, and the change stays in memory.
    public func set(_ cookie: Cookie) async throws {
        if let fault = cookie.fault { throw APIError(.invalidRequest, "The cookie can't be kept: \(fault).") }
        // Without a file, no other process has a cookie that this one could replace.
        try await change(CookieClearings.Scope(cookie), createsFile: false) { $0.apply(.set(CookieStore.Entry(cookie, at: $1)), now: $1) }
    }

    /// Removes the cookie with the same name, domain and path, if there is one. If a request began earlier, in this process or in another
    /// that shares the file, its response doesn't set the cookie again. The same applies to the methods below.
    public func remove(_ cookie: Cookie) async throws {
        try await change(CookieClearings.Scope(cookie)) { $0.apply(.remove(cookie.identity), now: $1) }
    }

    /// Removes all cookies, or only those for this host or domain and its subdomains.
    public func removeAll(for host: String? = nil) async throws {
        try await remove(host.map { .host(Origin.canonical(host: $0) ?? $0) } ?? .everything)
    }

    /// Ends the session: removes the cookies without an expiry.
    public func removeSessionCookies() async throws { try await remove(.session) }

    private func remove(_ scope: CookieClearings.Scope) async throws {
        try await change(scope) { state, _ in state.remove { scope.covers($0) } }
    }

    /// Why the last write for a response failed; nil if it succeeded. The unwritten changes stay in memory, and are written with the next
    /// change.
    public var saveFailure: APIError? { state.withLock { $0.saveFailure } }

    private func change(
        _ scope: CookieClearings.Scope, createsFile: Bool = true, _ edit: @Sendable (inout State, Date) -> Void
    ) async throws {
        try loadIfChanged()
        let now = now()
        let isUnsaved = state.withLock { state in
            state.clearings.note(scope)
            if storage != nil, createsFile || state.version != nil, !state.unsavedClearings.contains(scope) {
                state.unsavedClearings.append(scope)
            }
            edit(&state, now)
            return state.isUnsaved
        }
        if isUnsaved { try await save(nil) }
    }

    // MARK: Requests and responses

    /// The cookies for a request.
    func sent(to target: CookieTarget) -> [Cookie] {
        let now = now()
        return state.withLock { $0.store.cookies(for: target, now: now) }
    }

    /// A point in the sequence of clearings, including those by other processes.
    package var moment: Int {
        get throws {
            try loadIfChanged()
            return state.withLock { $0.clearings.count }
        }
    }

    /// Stores the cookies that a response sets, except those that were cleared after its request began. Returns whether the file has to be
    /// written.
    ///
    /// - Parameter start: ``moment`` before the request got its cookies.
    func keep(_ fields: [String], of target: CookieTarget, since start: Int) -> Bool {
        // Another process may have cleared cookies.
        try? loadIfChanged()
        let now = now()
        return state.withLock { state in
            for field in fields.prefix(CookieStore.fieldLimit) {
                guard let parsed = SetCookie(field, now: now),
                    let change = state.store.change(by: parsed, to: target, listed: domains, now: now)
                else { continue }
                if case .set(let entry) = change, !state.clearings.allow(entry.cookie, since: start) { continue }
                state.apply(change, now: now)
            }
            return state.isUnsaved
        }
    }
}

extension CookieJar.State {
    init(isForFile: @escaping @Sendable (Cookie) -> Bool) { self.isForFile = isForFile }

    mutating func apply(_ change: CookieStore.Change, now: Date) {
        let old = store[change.identity]?.cookie
        if case .set(let entry) = change, isForFile(entry.cookie) {
            unsaved.add(change)
        } else if old.map(isForFile) == true {
            unsaved.add(change)
        }
        store.apply(change, now: now)
    }

    mutating func remove(where isRemoved: (Cookie) -> Bool) {
        for entry in store.entries where isRemoved(entry.cookie) { apply(.remove(entry.cookie.identity), now: entry.created) }
    }
}

extension CookieJar: CustomReflectable {
    /// The file's name.
    public var customMirror: Mirror { Mirror(self, children: file.map { [("file", $0.lastPathComponent)] } ?? []) }
}
