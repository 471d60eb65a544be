/// Records what the program removed or set, in order, so that the response to an earlier request doesn't restore a cookie.
struct CookieClearings {
    enum Scope: Equatable {
        case everything
        /// The cookies of a host or domain, and of its subdomains.
        case host(String)
        /// The cookies without an expiry.
        case session
        case cookie(name: String, domain: String, path: String)

        func covers(_ cookie: Cookie) -> Bool {
            switch self {
            case .everything: true
            case .host(let host): host == cookie.domain || CookieTarget.isSubdomain(cookie.domain, of: host)
            case .session: cookie.expires == nil
            case .cookie(let name, let domain, let path):
                ExactText(name) == ExactText(cookie.name) && domain == cookie.domain && ExactText(path) == ExactText(cookie.path)
            }
        }

        /// Whether a cookie with one of these names, sent to the target, may be covered. Its expiry and path aren't known.
        func mayCover(_ names: [ExactText], of target: CookieTarget) -> Bool {
            switch self {
            case .everything, .session: true
            case .host(let host): target.domains.contains(host) || CookieTarget.isSubdomain(target.host, of: host)
            case .cookie(let name, let domain, _): target.domains.contains(domain) && names.contains(ExactText(name))
            }
        }
    }

    /// The number of clearings so far. A request records it before it gets its cookies.
    private(set) var count = 0
    private var latest: [Scope] = []
    /// Clearings beyond this limit count as clearings of everything.
    private static let limit = 1000

    mutating func note(_ scope: Scope) {
        count += 1
        latest.append(scope)
        if latest.count > Self.limit { latest.removeFirst() }
    }

    /// Whether a response to a request that began at `start` may set the cookie.
    func allow(_ cookie: Cookie, since start: Int) -> Bool { !contain(since: start) { $0.covers(cookie) } }

    /// Whether a cookie with one of these names, sent to the target, may have been cleared since `start`.
    func cover(_ names: [ExactText], of target: CookieTarget, since start: Int) -> Bool {
        !names.isEmpty && contain(since: start) { $0.mayCover(names, of: target) }
    }

    private func contain(since start: Int, where isMeant: (Scope) -> Bool) -> Bool {
        let new = count - start
        return new > latest.count || latest.suffix(max(0, new)).contains(where: isMeant)
    }
}

extension CookieClearings.Scope {
    /// The strings that represent the scope in a file.
    var texts: [String] {
        switch self {
        case .everything: ["everything"]
        case .host(let host): ["host", host]
        case .session: ["session"]
        case .cookie(let name, let domain, let path): ["cookie", name, domain, path]
        }
    }

    /// A kind of clearing that only another version knows counts as a clearing of everything.
    init(_ texts: [String]) {
        switch (texts.first, texts.count) {
        case ("host", 2): self = .host(texts[1])
        case ("session", 1): self = .session
        case ("cookie", 4): self = .cookie(name: texts[1], domain: texts[2], path: texts[3])
        default: self = .everything
        }
    }

    init(_ cookie: Cookie) { self = .cookie(name: cookie.name, domain: cookie.domain, path: cookie.path) }
}

/// The clearings of all processes that share a file: their number, and the latest ones.
struct SharedClearings: Equatable {
    /// Random; nil before the first clearing. If the file was deleted, or was written by version 0.2.0, the count starts again.
    private(set) var name: String?
    private(set) var count = 0
    private(set) var latest: [CookieClearings.Scope] = []
    private static let limit = 100

    init() {}

    init(name: String?, count: Int, latest: [CookieClearings.Scope]) {
        self.name = name
        self.count = max(0, min(count, .max >> 1))
        self.latest = latest.suffix(min(Self.limit, self.count))
    }

    mutating func add(_ scopes: [CookieClearings.Scope]) {
        if scopes.isEmpty { return }
        name = name ?? String(UInt64.random(in: .min ... .max), radix: 36)
        count += scopes.count
        latest = (latest + scopes).suffix(Self.limit)
    }

    /// The clearings since the known ones; everything if this can't be determined.
    func new(since known: SharedClearings) -> [CookieClearings.Scope] {
        if known.name != nil, known.name != name || known.count > count { return [.everything] }
        let new = count - known.count
        return new > latest.count ? [.everything] : latest.suffix(new)
    }
}
