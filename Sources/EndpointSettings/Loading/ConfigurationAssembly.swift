/// Phase two: assembles the configuration from all layers, and checks settings that depend on each other.
struct ConfigurationAssembly {
    private(set) var layers: ConfigurationLayers
    /// Problems in addition to those found in phase one.
    private(set) var problems: [ConfigurationProblem] = []
    /// The keys with a problem from phase one, and the groups that contain these keys.
    private let reportedKeys: Set<String>
    /// The beginning of the file, which serves as the origin of missing keys.
    let start: ConfigurationOrigin
    /// Whether all files could be read, so that an absent key is really missing.
    let isWhole: Bool
    private(set) var configuration: APIConfiguration?
    /// The values of the application's own settings, by key.
    private(set) var app: [String: ConfigurationValue] = [:]

    init(layers: ConfigurationLayers, reportedKeys: Set<String>, start: ConfigurationOrigin, isWhole: Bool) {
        self.layers = layers
        self.reportedKeys = reportedKeys
        self.start = start
        self.isWhole = isWhole
    }

    mutating func assemble(_ secrets: inout ConfigurationSecrets) {
        var made = APIConfiguration(baseURL: URL(filePath: "/"))
        var parts: [String: ConfigurationValue] = [:]
        let entries = layers.all
        let ofKey = Dictionary(grouping: entries) { $0.key?.name }
        for key in ConfigurationKey.all {
            for entry in ofKey[key.name] ?? [] {
                guard let value = secrets.value(of: entry) else { continue }
                parts[entry.name] = value
                key.accessors?.set(&made, value, entry.member ?? "")
            }
        }
        let names = Set(entries.compactMap { ConfigurationKey.credentialsName(in: $0.name) })
        for entry in entries where ConfigurationKey.credentialsName(in: entry.name) != nil { parts[entry.name] = secrets.value(of: entry) }
        if let isKept = parts[ConfigurationKey.keepsCookies.name]?.bool {
            made.policies.cookies = isKept ? made.policies.cookies ?? CookieJar() : nil
        }
        for entry in entries where entry.key?.isApp == true { app[entry.name] = secrets.value(of: entry) }
        hideLookedUpValues(of: entries, in: &made)
        checkBaseURL(made, &secrets)
        checkReceiver()
        checkFiles(&secrets)
        problems += secrets.problems
        checkPairs()
        made.authentication = authentication(parts, ConfigurationKey.authenticationPrefix)
        for name in names.sorted() { made.credentials[name] = authentication(parts, ConfigurationKey.credentialsPrefix(name)) }
        (made.isAuthenticationFromCode, made.areCredentialsFromCode) = (false, false)
        configuration = made
    }

    /// Hides values that were looked up, even in logs, whatever their names.
    private mutating func hideLookedUpValues(of entries: [ConfigurationEntry], in made: inout APIConfiguration) {
        for entry in entries where entry.value?.isLookedUp == true {
            guard let member = entry.member, case .members(_, let naming) = entry.key?.kind,
                !naming.hides(member, by: made.policies.redaction)
            else { continue }
            made.policies.redaction.hide(member)
            // The hidden names come from this key, unless other settings add to them.
            let key = ConfigurationKey.redactionNames
            if layers[key.name] != nil { continue }
            layers.lay([ConfigurationEntry(name: key.name, key: key, member: nil, value: .list([]), origin: entry.origin)])
        }
    }

    mutating func report(_ key: String, at origin: ConfigurationOrigin? = nil, expected: String, found: String, suggestion: String? = nil) {
        problems.append(
            ConfigurationProblem(
                origin: origin ?? layers[key]?.origin ?? start, key: key, message: "expected \(expected), found \(found)",
                suggestion: suggestion))
    }

    /// Whether a problem with the key has already been reported.
    func isReported(_ key: String) -> Bool {
        reportedKeys.contains(key) || problems.contains { $0.key == key || $0.key.hasPrefix(key + ".") }
    }

    static func keysAndGroups(of problems: [ConfigurationProblem]) -> Set<String> {
        var names: Set<String> = []
        for problem in problems {
            // The set also contains the groups of each key.
            var name = problem.key[...]
            while !name.isEmpty, names.insert(String(name)).inserted {
                guard let dot = name.lastIndex(of: ".") else { break }
                name = name[..<dot]
            }
        }
        return names
    }

    private func isMissing(_ key: String) -> Bool { isWhole && layers[key] == nil && !isReported(key) }

    private mutating func checkBaseURL(_ made: APIConfiguration, _ secrets: inout ConfigurationSecrets) {
        let key = ConfigurationKey.baseURL.name
        guard let entry = layers[key] else {
            if isMissing(key) { report(key, expected: ConfigurationKind.url.expected, found: "nothing") }
            return
        }
        guard case .success(let location) = Location.parse(made.baseURL.absoluteString) else { return }
        if location.origin.scheme == .http, !location.origin.isLoopback, layers["unixSocket"] == nil,
            layers[ConfigurationKey.allowsInsecureHTTP.name]?.value?.bool != true,
            !isReported(ConfigurationKey.allowsInsecureHTTP.name)
        {
            report(
                key, expected: "https for a remote host",
                found: "http, which needs \"\(ConfigurationKey.allowsInsecureHTTP.name)\": true",
                suggestion: "\"https\(made.shownAddress.url.dropFirst(4))\"")
        }
        if case .file = entry.origin, location.query.contains(where: { Redaction.standard.hides(item: $0.name) }) {
            if secrets.allowsLiterals { return secrets.warnOfLiteral(entry) }
            report(
                key, expected: "no secret in the URL",
                found: "one in the query, which needs \"allowsLiteralSecrets\": true")
        }
    }

    /// Checks that no secret in a file is sent to a server for which it isn't intended.
    private mutating func checkReceiver() {
        for entry in layers.misdirected {
            report(
                entry.shownName, at: entry.origin,
                expected: "its value beside the base URL of \(layers[ConfigurationKey.baseURL.name]?.origin.description ?? "")",
                found: "that for another server")
        }
    }

    /// Checks that the TLS files are readable, and that not every user can read the client's key.
    private mutating func checkFiles(_ secrets: inout ConfigurationSecrets) {
        for key in ConfigurationKey.all where key.name.hasPrefix("tls.") {
            guard case .file = key.kind, let entry = layers[key.name], let path = entry.value?.text else { continue }
            if FileSystem.isReadable(path) {
                if key.name == "tls.clientCertificate.key" { secrets.warn(entry, of: FileSystem.exposure(of: path), path) }
                continue
            }
            let reason = FileSystem.reason
            report(key.name, expected: "a file that can be read", found: "\(ConfigurationNode.quotedPath(path)): \(reason)")
        }
    }

    private mutating func checkPairs() {
        func has(_ key: String) -> Bool { layers[key] != nil }
        for (key, other) in [
            ("tls.clientCertificate.certificate", "tls.clientCertificate.key"),
            ("tls.clientCertificate.key", "tls.clientCertificate.certificate"),
            ("tls.clientCertificate.password", "tls.clientCertificate.certificate"), ("proxy.password", "proxy.user"),
            ("limits.quota.calls", "limits.quota.per"), ("limits.quota.per", "limits.quota.calls"),
            ("limits.quota.whenSpent", "limits.quota.calls"), ("limits.quota.file", "limits.quota.calls"),
            ("cookies.keepsSessionCookies", "cookies.file"),
        ] where has(key) && isMissing(other) {
            report(key, expected: "\"\(other)\" beside it", found: "nothing")
        }
        if has("proxy.user"), isWhole, !isReported("proxy.url"), ["environment", "none", nil].contains(layers["proxy.url"]?.value?.text) {
            report("proxy.user", expected: "the URL of the proxy in \"proxy.url\"", found: "nothing")
        }
        if let initial = layers["retry.initialBackoff"]?.value?.duration, let longest = layers["retry.maxBackoff"]?.value?.duration,
            initial > longest
        {
            report(
                "retry.initialBackoff", expected: "at most that of \"retry.maxBackoff\", \"\(longest.configurationText)\"",
                found: "\"\(initial.configurationText)\"")
        }
    }

    /// - Parameter prefix: the prefix of the keys: `authentication.`, or that of named credentials.
    private mutating func authentication(_ parts: [String: ConfigurationValue], _ prefix: String) -> (any Authentication)? {
        let type = prefix + "type"
        let given = layers.all.filter { $0.name.hasPrefix(prefix) && $0.name != type }
        guard let kind = layers[type]?.value?.text.flatMap(AuthenticationKind.init) else {
            if let first = given.first, isMissing(type) {
                report(type, at: first.origin, expected: ConfigurationKey.authenticationType.kind.expected, found: "nothing")
            }
            return nil
        }
        for entry in given {
            let part = entry.key.map { String($0.name.trimmingPrefix(prefix)) } ?? ""
            if kind.parts.contains(part) { continue }
            report(
                entry.shownName, at: entry.origin,
                expected: "only \(kind.parts.map { "\"\($0)\"" }.joined(separator: " and ")) beside the type \"\(kind.rawValue)\"",
                found: "\"\(part)\"")
        }
        for part in kind.parts where !given.contains(where: { $0.key?.name == prefix + part }) && isMissing(prefix + part) {
            let expected: String
            switch ConfigurationKey.named[ConfigurationKey.authenticationPrefix + part]?.kind {
            case .members(_, let naming)?:
                expected = "at least one \(naming == .field ? "header field" : "query item"), such as {\"NAME\": {\"env\": \"VARIABLE\"}}"
            case let kind: expected = kind?.expected ?? ""
            }
            report(prefix + part, at: layers[type]?.origin, expected: expected, found: "nothing")
        }
        func member(_ part: String) -> [(name: String, value: String)] {
            given.filter { $0.key?.name == prefix + part }.compactMap { entry in
                parts[entry.name]?.text.map { (entry.member ?? "", $0) }
            }
        }
        func value(_ part: String) -> String { parts[prefix + part]?.text ?? "" }
        switch kind {
        case .hashedQuery: return .hashedQuery(publicKey: value("publicKey"), privateKey: Secret(value("privateKey")))
        case .query:
            var query = Query()
            for item in member("query") { query.append(item.name, item.value) }
            return .query(query)
        case .headers:
            var headers = HTTPHeaders()
            for field in member("headers") { headers.append(field.name, field.value) }
            return .headers(headers)
        case .bearer: return .bearer(Secret(value("token")))
        case .basic:
            if value("user").contains(":") {
                report(
                    prefix + "user", expected: "a user name without a colon, which separates it from the password",
                    found: "one with a colon")
            }
            return .basic(user: value("user"), password: Secret(value("password")))
        case .digest: return .digest(user: value("user"), password: Secret(value("password")))
        }
    }
}
