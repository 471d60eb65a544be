/// A jar's cookies, and the rules for storing and sending them (RFC 6265bis, sections 5.7 and 5.8). It uses neither a clock nor a file.
struct CookieStore {
    /// A cookie, with the data that determines its place in the order and when it is removed.
    struct Entry {
        var cookie: Cookie
        /// A cookie that replaces this one keeps its creation date.
        var created: Date
        var lastAccess: Date
        /// Orders cookies that were created at the same time.
        fileprivate(set) var number = UInt64(0)

        init(_ cookie: Cookie, at now: Date) { self.init(cookie, created: now, lastAccess: now) }

        init(_ cookie: Cookie, created: Date, lastAccess: Date) {
            self.cookie = cookie
            self.created = created
            self.lastAccess = lastAccess
        }
    }

    /// A change that can also be applied to another store.
    enum Change {
        case set(Entry)
        case remove(Cookie.Identity)
    }

    /// The maximum number of cookies of one domain.
    static let domainLimit = 50
    /// The maximum number of cookies of all domains.
    static let limit = 3000
    /// The maximum number of `Set-Cookie` fields that are read from one response.
    static let fieldLimit = 50

    private var domains: [String: [Entry]] = [:]
    private(set) var count = 0
    private var nextNumber = UInt64(0)

    /// All cookies, from oldest to newest.
    var entries: [Entry] { domains.values.joined().sorted(by: Self.isOlder) }

    subscript(identity: Cookie.Identity) -> Entry? { domains[identity.domain]?.first { $0.cookie.identity == identity } }

    // MARK: Storing

    /// The change that a field in a response makes; nil if the field is rejected.
    ///
    /// - Parameter listed: the domains whose hosts may share cookies. A cookie with any other domain is sent only to the host that sets it,
    ///   so no host can set cookies for a whole registry such as `co.uk`.
    func change(by field: SetCookie, to target: CookieTarget, listed: Set<String>, now: Date) -> Change? {
        if !field.domain.isEmpty, !target.isIn(field.domain) { return nil }
        let isShared = listed.contains { field.domain == $0 || CookieTarget.isSubdomain(field.domain, of: $0) }
        let path = field.path ?? target.defaultPath
        let cookie = Cookie(
            name: field.name, value: Secret(field.value), exactDomain: isShared ? field.domain : target.host, includesSubdomains: isShared,
            path: path, expires: field.expires, isSecure: field.isSecure, isHTTPOnly: field.isHTTPOnly)
        // A request's path may have any length.
        if path.utf8.count > Cookie.attributeLimit || cookie.isSecure && !target.isSecure { return nil }
        // A `Domain` attribute counts here even if its domain isn't listed.
        if cookie.prefixFault(hasPath: field.path != nil, hasDomain: !field.domain.isEmpty) != nil { return nil }
        if !target.isSecure, overlaysSecure(cookie, now: now) { return nil }
        guard cookie.isExpired(at: now) else { return .set(Entry(cookie, at: now)) }
        return self[cookie.identity] == nil ? nil : .remove(cookie.identity)
    }

    /// Whether this cookie, from an insecure response, would be sent in place of a secure cookie or together with it.
    private func overlaysSecure(_ cookie: Cookie, now: Date) -> Bool {
        domains.contains { domain, entries in
            (domain == cookie.domain || CookieTarget.isSubdomain(domain, of: cookie.domain)
                || CookieTarget.isSubdomain(cookie.domain, of: domain))
                && entries.contains { entry in
                    let other = entry.cookie
                    return other.isSecure && !other.isExpired(at: now) && ExactText(other.name) == ExactText(cookie.name)
                        && CookieTarget.path(cookie.path, isIn: other.path)
                }
        }
    }

    mutating func apply(_ change: Change, now: Date) {
        switch change {
        case .remove(let identity): remove(identity)
        case .set(var entry):
            let identity = entry.cookie.identity
            if entry.cookie.isExpired(at: now) { return remove(identity) }
            let old = self[identity]
            remove(identity)
            entry.created = old?.created ?? entry.created
            entry.number = old?.number ?? nextNumber
            nextNumber += old == nil ? 1 : 0
            domains[identity.domain, default: []].append(entry)
            count += 1
            removeExcess(of: identity.domain, now: now)
        }
    }

    mutating func remove(where isRemoved: (Cookie) -> Bool) {
        for domain in domains.keys { remove(of: domain, where: isRemoved) }
    }

    mutating func removeExpired(now: Date) { remove { $0.isExpired(at: now) } }

    private mutating func remove(_ identity: Cookie.Identity) { remove(of: identity.domain) { $0.identity == identity } }

    private mutating func remove(of domain: String, where isRemoved: (Cookie) -> Bool) {
        let before = domains[domain]?.count ?? 0
        domains[domain]?.removeAll { isRemoved($0.cookie) }
        count -= before - (domains[domain]?.count ?? 0)
        if domains[domain]?.isEmpty == true { domains[domain] = nil }
    }

    /// Makes room by removing expired cookies first, then the domain's insecure cookies, then those that were sent least recently.
    private mutating func removeExcess(of domain: String, now: Date) {
        if domains[domain]?.count ?? 0 > Self.domainLimit { remove(of: domain) { $0.isExpired(at: now) } }
        while let entries = domains[domain], entries.count > Self.domainLimit {
            let insecure = entries.filter { !$0.cookie.isSecure }
            removeStalest(of: insecure.isEmpty ? entries : insecure)
        }
        if count > Self.limit { removeExpired(now: now) }
        while count > Self.limit { removeStalest(of: Array(domains.values.joined())) }
    }

    private mutating func removeStalest(of entries: [Entry]) {
        if let entry = entries.min(by: { ($0.lastAccess, $0.number) < ($1.lastAccess, $1.number) }) { remove(entry.cookie.identity) }
    }

    // MARK: Sending

    /// The cookies for a request: longer paths first, then older cookies.
    mutating func cookies(for target: CookieTarget, now: Date) -> [Cookie] {
        var sent: [Entry] = []
        for domain in target.domains {
            for index in domains[domain]?.indices ?? 0..<0 {
                guard let entry = domains[domain]?[index], target.gets(entry.cookie), !entry.cookie.isExpired(at: now) else { continue }
                sent.append(entry)
                domains[domain]?[index].lastAccess = now
            }
        }
        return sent.sorted { a, b in
            let (first, second) = (a.cookie.path.utf8.count, b.cookie.path.utf8.count)
            return first == second ? Self.isOlder(a, b) : first > second
        }.map(\.cookie)
    }

    private static func isOlder(_ a: Entry, _ b: Entry) -> Bool { (a.created, a.number) < (b.created, b.number) }
}
