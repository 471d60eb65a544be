extension ConfigurationKey {
    /// Together with the other keys, decides whether cookies are kept.
    static let keepsCookies = ConfigurationKey.part(
        "cookies.enabled", .bool,
        "Whether cookies are kept and sent back. It may replace the cookies object, and is true if the object has any other setting."
    ).replacing(object: "cookies")

    static let cookies: [ConfigurationKey] = [
        .other(
            "cookies.file", .file,
            "The file that keeps the cookies, which several processes may share. Without it, cookies end with the program.",
            get: { $0.policies.cookies?.file.map { JSON($0.path) } },
            set: { configuration, value, _ in configuration.setCookies(file: value.text.map { URL(filePath: $0) }) }),
        .other(
            "cookies.domains", .list(of: .domain),
            "The domains whose hosts may share cookies. A cookie with another Domain is only for the host that sets it.",
            get: { $0.policies.cookies.flatMap { $0.domains.isEmpty ? JSON?.none : JSON.array($0.domains.sorted().map { JSON($0) }) } },
            set: { configuration, value, _ in configuration.setCookies(domains: Set((value.list ?? []).compactMap(\.text))) }),
        .other(
            "cookies.keepsSessionCookies", .bool,
            "Whether the file also keeps cookies without an expiry, which otherwise end with the program.",
            get: { $0.policies.cookies?.keepsSessionCookies == true ? true : nil },
            set: { configuration, value, _ in configuration.setCookies(keepsSessionCookies: value.bool) }),
        keepsCookies,
    ]
}

extension APIConfiguration {
    /// Replaces the jar with one that has other settings; nil leaves a setting unchanged.
    fileprivate mutating func setCookies(file: URL? = nil, domains: Set<String>? = nil, keepsSessionCookies: Bool? = nil) {
        let old = policies.cookies
        let domains = domains ?? old?.domains ?? []
        policies.cookies =
            (file ?? old?.file).map { file in
                CookieJar(file: file, domains: domains, keepsSessionCookies: keepsSessionCookies ?? old?.keepsSessionCookies ?? false)
            } ?? CookieJar(domains: domains)
    }
}
