/// A response's report about the calls that are left: the strictest of all its fields.
struct RateLimitReport: Equatable, Sendable {
    /// The calls that are left.
    var remaining: Int
    /// The time until more calls are allowed.
    var reset: Duration

    /// nil if the response has no usable report. It reads:
    ///
    /// - `Retry-After`, with the status 429 or 503,
    /// - `RateLimit: "default";r=50;t=30`, whose time may come from `RateLimit-Policy: "default";q=100;w=60`
    ///   (draft-ietf-httpapi-ratelimit-headers),
    /// - `RateLimit: limit=100, remaining=50, reset=30` and `RateLimit-Remaining` with `RateLimit-Reset`, from earlier drafts,
    /// - `X-RateLimit-Remaining` with `X-RateLimit-Reset`, in seconds, as seconds or milliseconds since 1970, or as an HTTP date.
    ///
    /// A number of remaining calls below zero counts as zero.
    ///
    /// - Parameter now: the current time for a reset that is a date, if the response has no `Date`.
    init?(_ response: HTTPResponse, now: () -> Date = { Date() }) {
        let (status, headers) = (response.status, response.headers)
        var reports: [RateLimitReport] = []
        if [.tooManyRequests, .serviceUnavailable].contains(status), let wait = RetryAfter(response, now: now)?.wait {
            reports.append(RateLimitReport(remaining: 0, reset: wait))
        }
        reports += Self.current(headers)
        for prefix in ["RateLimit", "X-RateLimit", "X-Rate-Limit"] {
            guard let remaining = headers["\(prefix)-Remaining"].flatMap(Self.remaining), let field = headers["\(prefix)-Reset"] else {
                continue
            }
            func sent() -> Date { headers["Date"].flatMap { HTTPDate.date(from: $0, now: now) } ?? now() }
            if let number = Self.number(field) {
                reports.append(RateLimitReport(remaining: Self.count(remaining), reset: Self.wait(number, now: sent)))
            } else if let date = HTTPDate.date(from: field, now: now) {
                let seconds = min(max(0, date.timeIntervalSince(sent())), 1e9)
                reports.append(RateLimitReport(remaining: Self.count(remaining), reset: .seconds(seconds)))
            }
        }
        let spent = reports.filter { $0.remaining == 0 }.max { $0.reset < $1.reset }
        guard let strictest = spent ?? reports.min(by: { $0.remaining < $1.remaining }) else { return nil }
        self = strictest
    }

    init(remaining: Int, reset: Duration) {
        self.remaining = remaining
        self.reset = reset
    }

    /// The items of `RateLimit`, in both of its forms.
    private static func current(_ headers: HTTPHeaders) -> [RateLimitReport] {
        let fields = headers.values(for: "RateLimit")
        if fields.isEmpty { return [] }
        let windows = Dictionary(
            headers.values(for: "RateLimit-Policy").flatMap(items).compactMap { item in item.parameters["w"].map { (item.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        let items = fields.flatMap(items)
        var reports = items.compactMap { item -> RateLimitReport? in
            guard let remaining = item.parameters["r"], let reset = item.parameters["t"] ?? windows[item.name] else { return nil }
            return RateLimitReport(remaining: count(remaining), reset: wait(reset))
        }
        // The dictionary of an earlier draft: each member is an item with its own value.
        let members = Dictionary(items.compactMap { item in item.value.map { (item.name, $0) } }, uniquingKeysWith: { first, _ in first })
        if let remaining = members["remaining"], let reset = members["reset"] {
            reports.append(RateLimitReport(remaining: count(remaining), reset: wait(reset)))
        }
        return reports
    }

    /// An element of a structured field's list (RFC 9651): its text or key, the number after `=`, and those parameters that are numbers.
    private struct Item {
        var name: String
        var value: Double?
        var parameters: [String: Double] = [:]
    }

    private static func items(_ field: String) -> [Item] {
        var scanner = FieldScanner(field)
        var items: [Item] = []
        while !scanner.isAtEnd {
            scanner.skipBlanks()
            var item = Item(name: scanner.quoted() ?? scanner.word(until: ",;="))
            if scanner.take(UInt8(ascii: "=")) {
                let word = scanner.word(until: ",;")
                item.value = item.name == "remaining" ? remaining(word) : number(word)
            }
            scanner.skipBlanks()
            while scanner.take(UInt8(ascii: ";")) {
                scanner.skipBlanks()
                let key = scanner.word(until: ",;=")
                if scanner.take(UInt8(ascii: "=")) {
                    // A string is some other parameter, and may contain a comma.
                    if scanner.quoted() == nil { item.parameters[key] = number(scanner.word(until: ",;")) }
                }
                scanner.skipBlanks()
            }
            scanner.skipElement()
            _ = scanner.take(UInt8(ascii: ","))
            items.append(item)
        }
        return items
    }

    /// A number without a sign, perhaps with a fraction. `100, 100;w=10` is 100, as an earlier draft writes its limits.
    private static func number(_ text: String) -> Double? {
        let text = text.prefix { $0 != "," && $0 != ";" }.filter { $0 != " " }
        guard let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }

    /// Some servers count on below zero.
    private static func remaining(_ text: String) -> Double? {
        let digits = text.drop { $0 == " " }
        return digits.utf8.first == UInt8(ascii: "-") ? number(String(digits.dropFirst())).map { _ in 0 } : number(text)
    }

    private static func count(_ number: Double) -> Int { Int(min(number, 1e9)) }

    /// Seconds, or a time since 1970 in seconds or milliseconds: no window is 30 years long.
    private static func wait(_ number: Double, now: () -> Date = { .distantFuture }) -> Duration {
        let seconds = number < 1e9 ? number : (number < 1e11 ? number : number / 1000) - now().timeIntervalSince1970
        return .seconds(min(max(0, seconds), 1e9))
    }
}
