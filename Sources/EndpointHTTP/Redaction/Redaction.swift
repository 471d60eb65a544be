/// Decides which values of a request or a response are shown in descriptions, errors, logs, cURL commands and settings problems.
///
///     policies.redaction = .standard.showing("sort-key", "X-Request-ID").hiding("member")
///
/// A value that isn't known to be harmless appears only as its length, as in `payload=<24 characters>`:
/// - Query items, form fields and cookies show their names. A value of up to 40 bytes is shown if its name isn't that of a secret
///   (``names``) and the value is a boolean, a number of up to ten digits, a date, or words that consist of letters.
/// - Paths show their literal parts. Interpolated values follow the same rule, but UUIDs are also shown, and a ``Secret`` is never shown.
///   The same applies to the paths of URLs, in which typical literals such as `v1` and `oauth2` are shown too.
/// - Header fields show their values if they are standard fields that carry no secret. Fields that contain URLs follow the rules for URLs.
/// - Bodies show their type and length.
///
/// ``showing(_:)`` and ``hiding(_:)`` change which values are shown. A redaction doesn't decide which fields go to another origin: see
/// ``RedirectPolicy``.
public struct Redaction: Hashable, Sendable {
    /// The names of query items, header fields, form fields, cookies and JSON members that are secrets, in lower case. A longer name that
    /// ends in one of these names is hidden, too, if that end begins with a capital or follows `-`, `_`, `.`, `/` or `[`: `token` hides
    /// `X-Access-Token`, `user[token]` and `userToken`. `-`, `_` and `.` inside a name are ignored: `accesskeyid` hides `access_key_id`. A
    /// number, a version or an index at the end of a name is ignored, too: `password` hides `password2`, `password-v2`, `password[]` and
    /// `password[0]`.
    public private(set) var names: Set<String>
    // The number of Unicode scalars in the longest name. Longer suffixes of a string needn't be checked.
    private var longest = 0
    // Whole names that are never hidden, in lower case.
    package private(set) var shown: Set<String> = ["idempotency-key", "idempotency_key", "idempotencykey"]
    // Whole names that are hidden only as items of a query or a form, where they are secrets: OAuth's code (RFC 6749, section 4.1.2), and
    // the ticket of a single sign-on. In JSON, these names nearly always stand for something else: an error code or a customer's ticket.
    private var itemNames: Set<String> = []
    private(set) var hidesEverything = false
    // Whether to show values that aren't known to be harmless.
    private(set) var showsUnknown = false
    /// Whether the segments of paths are shown, except for secrets and for what ``hiding(path:)`` hides.
    package private(set) var showsPaths = false
    package var paths: [PathPattern] = []

    private init(names: Set<String>) {
        self.names = names
        longest = names.lazy.map(\.unicodeScalars.count).max() ?? 0
    }

    /// Hides keys, hashes, tokens, passwords, signatures and cookies under their usual names, but not an `Idempotency-Key`.
    public static let standard = Redaction(names: [
        "apikey", "key", "hash", "ts", "authorization", "cookie", "jwt", "otp", "sid", "auth",
        "privatekey", "secretkey", "accesskey", "accesskeyid", "authkey", "appkey", "subscriptionkey",
        "token", "accesstoken", "refreshtoken", "idtoken", "authtoken", "apitoken", "sessiontoken", "csrftoken", "xsrftoken",
        "password", "passwd", "pass", "passphrase", "passcode", "pwd", "pin", "cvv", "cvc",
        "secret", "clientsecret", "apisecret", "appsecret", "signature", "sig", "credential", "credentials",
        "session", "sessionid", "sessid", "phpsessid", "jsessionid", "codeverifier", "assertion", "samlresponse", "connectionstring",
        "passwords", "secrets", "apikeys", "accesstokens", "refreshtokens", "privatekeypem", "passwordconfirmation", "saskey", "dbpass",
        "csrf", "xsrf", "csrfmiddlewaretoken", "devicecode", "authcode", "authorizationcode", "otpcode", "totp", "mfacode", "pw", "hmac",
        "dpop", "authentication", "oauthverifier", "signatureed25519",
        "verificationcode", "onetimecode", "2facode", "recoverycode", "totpcode", "mfa", "securitycode", "pincode", "userpassword",
        "mypassword", "usertoken", "logintoken", "pushtoken", "bottoken", "licensekey", "secretanswer", "tokenvalue", "idtokenhint",
    ]).hidingItems(["code", "ticket"])

    /// Hides every value; names are still shown.
    public static let everything: Redaction = {
        var redaction = Redaction(names: [])
        redaction.shown = []
        redaction.hidesEverything = true
        return redaction
    }()

    /// Shows every value. `Redaction.nothing.hiding("token")` hides only the named values.
    public static let nothing: Redaction = {
        var redaction = Redaction(names: [])
        redaction.showsUnknown = true
        return redaction
    }()

    private func hidingItems(_ names: Set<String>) -> Redaction {
        var redaction = self
        redaction.itemNames = names
        return redaction
    }

    /// Hides values that have one of these names or a longer name that ends in one of them; see ``names``.
    public func hiding(_ names: String...) -> Redaction {
        var redaction = self
        for name in names { redaction.hide(name) }
        return redaction
    }

    package mutating func hide(_ name: String) {
        let name = name.lowercased()
        names.insert(name)
        longest = max(longest, name.unicodeScalars.count)
        shown.remove(name)
    }

    /// Shows every value that has one of these names. Only whole names match, so `showing("key")` doesn't show an `api-key`.
    public func showing(_ names: String...) -> Redaction {
        var redaction = self
        for name in names { redaction.show(name) }
        return redaction
    }

    package mutating func show(_ name: String) { shown.insert(name.lowercased()) }

    /// Hides the text that `*` matches in a URL's path: a segment or a part of one. The pattern matches anywhere in the path: `bot*` turns
    /// `/bot123:abc/send` into `/bot<redacted>/send`, and `hooks/*/*` hides the two segments after `hooks`.
    public func hiding(path pattern: String) -> Redaction {
        var redaction = self
        redaction.hide(path: pattern)
        return redaction
    }

    package mutating func hide(path pattern: String) { paths.append(PathPattern(pattern)) }

    package static let mark = Secret.mark

    package var hidesNothing: Bool { showsUnknown && names.isEmpty && paths.isEmpty && !hidesEverything }

    package func hides(_ name: String) -> Bool { !shown.contains(name.lowercased()) && (hidesEverything || matches(name)) }

    /// Whether the value of this query or form item is hidden.
    package func hides(item name: String) -> Bool {
        hides(name) || itemNames.contains(name.lowercased()) && !isShown(name)
    }

    /// Whether the name was passed to ``showing(_:)``.
    package func isShown(_ name: String) -> Bool { shown.contains(name.lowercased()) }

    /// A redaction that shows every value, except those that this one hides by name and each ``Secret`` in a path.
    package var ofNames: Redaction {
        var redaction = self
        redaction.showsUnknown = true
        return redaction
    }

    /// A redaction that also shows paths, for a test double, whose test has written them.
    package var showingPaths: Redaction {
        var redaction = self
        redaction.showsPaths = !hidesEverything
        return redaction
    }

    /// A redaction that hides the names that this one hides, and all names of ``standard``.
    package var secrets: Redaction {
        var redaction = withStandard
        redaction.shown = shown.filter { !Self.standard.hides($0) }.union(Self.standard.shown)
        redaction.hidesEverything = false
        redaction.showsUnknown = false
        return redaction
    }

    /// The redaction for files. It also hides the names of ``standard``, except those that were passed to ``showing(_:)``.
    package var withStandard: Redaction {
        var redaction = self
        redaction.names.formUnion(Self.standard.names)
        redaction.longest = max(longest, Self.standard.longest)
        redaction.itemNames.formUnion(Self.standard.itemNames)
        if !hidesEverything { redaction.shown.formUnion(Self.standard.shown) }
        redaction.showsUnknown = false
        return redaction
    }

    // Compares scalars, because a cache checks the fields of each request, and characters take longer.
    private func matches(_ name: String) -> Bool {
        // A name from a server may have any length, and so may each of its characters: a long run of combining marks is slow to compare.
        let scalars = name.unicodeScalars
        let whole = Self.withoutIndex(name.utf8.count > Self.nameLimit ? scalars.suffix(Self.nameLimit) : scalars[...])
        if hasHiddenEnd(whole) { return true }
        guard whole.last?.isNumber == true else { return false }
        let unnumbered = whole.trimmingSuffix(while: \.isNumber)
        if hasHiddenEnd(unnumbered) { return true }
        // A version: `-v2`.
        let isVersion = unnumbered.last == "v" && unnumbered.dropLast().last?.isSeparator == true
        return isVersion && hasHiddenEnd(unnumbered.dropLast(2))
    }

    /// The name without `[]` or `[0]` at its end, and without the closing `]` or `']` of `user[token]` and `user['token']`.
    private static func withoutIndex(_ name: Scalars) -> Scalars {
        var name = name
        while name.last == "]" {
            name = name.dropLast()
            let index = name.trimmingSuffix(while: \.isNumber)
            if index.last != "[" { break }
            name = index.dropLast()
        }
        return name.trimmingSuffix { $0 == "'" || $0 == "\"" }
    }

    private func hasHiddenEnd(_ whole: Scalars) -> Bool {
        // Only this part of the name can match. It may be twice as long as the longest name, because separators may occur between the
        // letters.
        let end = whole.suffix(1 + 2 * longest)
        var before: Unicode.Scalar?
        for index in end.indices {
            let rest = end[index...]
            let isStart = before.map { Self.isBoundary(between: $0, and: rest) } ?? (index == whole.startIndex)
            if isStart {
                let name = String(rest).lowercased()
                if contains(name) || isTokens(name, after: before) { return true }
            }
            before = end[index]
        }
        return false
    }

    /// Whether the name is `tokens`, a list of secrets. A longer name such as `max_tokens` stands for a number that people need to see.
    private func isTokens(_ name: String, after before: Unicode.Scalar?) -> Bool {
        name == "tokens" && names.contains("token") && before.map { ".[/".unicodeScalars.contains($0) } != false
    }

    private static let nameLimit = 512

    private func contains(_ name: String) -> Bool {
        if names.contains(name) { return true }
        guard name.unicodeScalars.contains(where: \.isSeparator) else { return false }
        var bare = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !scalar.isSeparator { bare.append(scalar) }
        return names.contains(String(bare))
    }

    private static func isBoundary(between before: Unicode.Scalar, and rest: Scalars) -> Bool {
        if before.isSeparator || before == "[" || before == "/" || before == "'" || before == "\"" { return true }
        guard rest.first?.isUppercase == true else { return false }
        // Matches `userToken` and `JWTToken`, but not inside `TOKEN`.
        return !before.isUppercase || rest.dropFirst().first?.isLowercase == true
    }
}

private typealias Scalars = Substring.UnicodeScalarView

extension Scalars {
    fileprivate func trimmingSuffix(while isTrimmed: (Unicode.Scalar) -> Bool) -> Self {
        lastIndex { !isTrimmed($0) }.map { self[...$0] } ?? self[..<startIndex]
    }
}

extension Unicode.Scalar {
    fileprivate var isSeparator: Bool { self == "-" || self == "_" || self == "." }
    fileprivate var isNumber: Bool { isASCII ? "0"..."9" ~= self : properties.numericType != nil }
    fileprivate var isUppercase: Bool { isASCII ? "A"..."Z" ~= self : properties.isUppercase }
    fileprivate var isLowercase: Bool { isASCII ? "a"..."z" ~= self : properties.isLowercase }
}

/// A sequence of path segments in which `*` matches the hidden text.
package struct PathPattern: Hashable, Sendable {
    /// A literal segment, or the text before and after its `*`.
    private enum Segment: Hashable {
        case text(String)
        case hidden(prefix: String, suffix: String)
    }
    private let segments: [Segment]

    init(_ pattern: String) {
        segments = pattern.split(separator: "/").map { segment in
            guard let star = segment.firstIndex(of: "*") else { return .text(String(segment)) }
            return .hidden(prefix: String(segment[..<star]), suffix: String(segment.after(star)))
        }
    }

    /// The pattern as written, without slashes at its ends.
    package var text: String {
        segments.map { segment in
            switch segment {
            case .text(let text): text
            case .hidden(let prefix, let suffix): "\(prefix)*\(suffix)"
            }
        }.joined(separator: "/")
    }

    /// Hides all matches in the path.
    package func hide(in path: inout [Substring]) {
        guard !segments.isEmpty, segments.count <= path.count else { return }
        let original = path
        for start in 0...(original.count - segments.count) {
            let run = original[start...].prefix(segments.count)
            guard zip(segments, run).allSatisfy({ Self.matches($0, $1) }) else { continue }
            for (index, segment) in segments.enumerated() {
                if case .hidden(let prefix, let suffix) = segment { path[start + index] = "\(prefix)\(Redaction.mark)\(suffix)"[...] }
            }
        }
    }

    private static func matches(_ segment: Segment, _ text: Substring) -> Bool {
        switch segment {
        case .text(let own): own == text
        case .hidden(let prefix, let suffix):
            text.utf8.count > prefix.utf8.count + suffix.utf8.count && text.hasPrefix(prefix) && text.hasSuffix(suffix)
        }
    }
}
