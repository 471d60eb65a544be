/// The remaining calls according to a response's header fields. If there are several reports, this is the strictest.
package struct RateLimitReport: Equatable, Sendable {
    /// The remaining calls.
    package var remaining: Int
    /// The time until more calls are allowed.
    package var reset: Duration

    /// nil if there is no usable report. These fields are read:
    ///
    /// - `RateLimit: "default";r=50;t=30`, whose time may come from `RateLimit-Policy: "default";q=100;w=60`
    ///   (draft-ietf-httpapi-ratelimit-headers),
    /// - `RateLimit: limit=100, remaining=50, reset=30` and `RateLimit-Remaining` with `RateLimit-Reset`, from earlier drafts,
    /// - `X-RateLimit-Remaining` with `X-RateLimit-Reset` or `X-RateLimit-Reset-After`, and the same for `-Requests` and `-Tokens`.
    ///
    /// A reset is a number of seconds, or amounts with units as in `6m0s` or `500ms`; a time since 1970 in seconds, milliseconds,
    /// microseconds or nanoseconds; or a date as in HTTP or ISO 8601. A report whose reset is more than a year away is ignored. A number of
    /// remaining calls below zero counts as zero.
    ///
    /// - Parameter now: the current time. If the response has no `Date`, the wait until a reset that is a time or a date is calculated from
    ///   it.
    package init?(_ headers: HTTPHeaders, now: () -> Date = { Date() }) {
        var reports = Self.current(headers)
        for prefix in ["RateLimit", "X-RateLimit", "X-Rate-Limit"] {
            // Some services have several limits.
            for limit in ["", "-Requests", "-Tokens"] {
                let resets = [limit.isEmpty ? "-After" : limit, limit].compactMap { headers["\(prefix)-Reset\($0)"] }
                guard let remaining = headers["\(prefix)-Remaining\(limit)"].flatMap(Self.remaining),
                    let reset = resets.compactMap({ Self.wait($0, sent: headers.date(now: now), now: now) }).first
                else { continue }
                reports.append(RateLimitReport(remaining: Self.count(remaining), reset: reset))
            }
        }
        guard let strictest = Self.strictest(of: reports) else { return nil }
        self = strictest
    }

    /// Among reports without remaining calls, the one with the latest reset; otherwise the report with the fewest remaining calls.
    package static func strictest(of reports: [RateLimitReport]) -> RateLimitReport? {
        reports.filter { $0.remaining == 0 }.max { $0.reset < $1.reset } ?? reports.min { $0.remaining < $1.remaining }
    }

    package init(remaining: Int, reset: Duration) {
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
            guard let remaining = item.parameters["r"], let reset = (item.parameters["t"] ?? windows[item.name]).flatMap(wait) else {
                return nil
            }
            return RateLimitReport(remaining: count(remaining), reset: reset)
        }
        // The dictionary of an earlier draft: each member is an item with its own value.
        let members = Dictionary(items.compactMap { item in item.value.map { (item.name, $0) } }, uniquingKeysWith: { first, _ in first })
        if let remaining = members["remaining"], let reset = members["reset"].flatMap(wait) {
            reports.append(RateLimitReport(remaining: count(remaining), reset: reset))
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
                    // A string belongs to some other parameter, and may contain a comma.
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

    /// A number without a sign, perhaps with a fraction. `100, 100;w=10`, the form of an earlier draft, is read as 100.
    private static func number(_ text: String) -> Double? { AnnouncedTime.number(first(text)) }

    private static func first(_ text: String) -> String { text.upTo { $0 == "," || $0 == ";" }.removing { $0 == " " } }

    /// Some servers keep counting below zero.
    private static func remaining(_ text: String) -> Double? {
        let digits = text.trimming { $0 == " " }
        return digits.hasPrefix("-") ? number(String(digits.trimmingPrefix("-"))).map { _ in 0 } : number(text)
    }

    private static func count(_ number: Double) -> Int { Int(min(number, 1e9)) }

    private static func wait(_ field: String, sent: Date, now: () -> Date) -> Duration? {
        guard let seconds = AnnouncedTime.seconds(first(field)) else {
            return AnnouncedTime.date(field, now: now).flatMap { wait(max(0, $0.timeIntervalSince(sent))) }
        }
        // No window is 30 years long, so a number this large is a time since 1970, in the largest unit that makes the date plausible.
        guard seconds >= 1e9 else { return wait(seconds) }
        let unit = [1.0, 1e3, 1e6, 1e9].first { seconds / $0 < 1e11 } ?? 1
        return wait(max(0, seconds / unit - sent.timeIntervalSince1970))
    }

    private static func wait(_ seconds: Double) -> Duration? { seconds <= longest ? .seconds(seconds) : nil }

    /// A year.
    private static let longest = 366.0 * 86_400
}
