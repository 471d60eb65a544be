/// The wait that a server asks for in `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). Also reads other forms that real
/// servers send: fractions of a second, which are rounded up, units as in `1s` or `1m30s`, and ISO 8601 dates.
public struct RetryAfter: Hashable, Sendable {
    /// The wait, which begins now. Zero for a past date. A number above 2^31 seconds counts as 2^31 (RFC 9111, section 1.2.2).
    public let wait: Duration

    /// nil if the field is missing or invalid. If there are several fields, or one field lists several waits, the longest wait applies.
    ///
    /// - Parameters:
    ///   - response: the response whose `Retry-After` fields are read.
    ///   - now: the clock that a date is compared with if the response has no `Date`. `Date` is preferred, because the local clock may be
    ///     wrong.
    public init?(_ response: HTTPResponse, now: () -> Date = { Date() }) {
        var waits: [Duration] = []
        for value in response.headers.values(for: "Retry-After") {
            if let wait = Self.wait(value, in: response, now: now) {
                waits.append(wait)
            } else {
                waits += Self.elements(of: value).compactMap { Self.wait($0, in: response, now: now) }
            }
        }
        guard let longest = waits.max() else { return nil }
        wait = longest
    }

    private static func wait(_ value: String, in response: HTTPResponse, now: () -> Date) -> Duration? {
        if let seconds = AnnouncedTime.seconds(value) { return .seconds(min(longest, seconds.rounded(.up))) }
        guard let date = AnnouncedTime.date(value, now: now) else { return nil }
        let interval = date.timeIntervalSince(response.headers.date(now: now))
        return interval > 0 ? .seconds(min(interval, longest)) : .zero
    }

    /// The elements of a list, into which an intermediary may have merged several fields. Neighboring parts are also returned as pairs,
    /// because a date contains a comma.
    private static func elements(of list: String) -> [String] {
        let parts = list.split(separator: ",", maxSplits: 100).map { $0.trimming { $0 == " " || $0 == "\t" } }
        return parts.map(String.init) + zip(parts, parts.dropFirst()).map { "\($0), \($1)" }
    }

    private static let longest = Double(1 << 31)
}

extension HTTPHeaders {
    /// When the message was sent: its `Date`, or otherwise now.
    func date(now: () -> Date) -> Date { self["Date"].flatMap { HTTPDate.date(from: $0, now: now) } ?? now() }
}
