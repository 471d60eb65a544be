/// The server's last report about the remaining calls.
///
/// A report doesn't cover requests that were sent after the request it belongs to. All requests in flight therefore count as not yet seen by
/// the server, until their own reports arrive.
struct ReportedLimit: Sendable {
    private var remaining = Int.max
    /// When the report expires.
    private var end = Duration.zero
    /// The number of the request whose response contained this report.
    private var request = 0

    /// - Parameters:
    ///   - request: the number of the request, in the order of sending.
    ///   - longest: the longest time for which the report applies.
    mutating func note(_ report: RateLimitReport?, of request: Int, at now: Duration, longest: Duration) {
        guard let report else {
            // The server has counted the request, but its response has no report.
            if end > now, remaining < .max { remaining = max(0, remaining - 1) }
            return
        }
        let end = now + max(.zero, min(report.reset, longest, .longestSleep))
        if request >= self.request || self.end <= now {
            (remaining, self.end, self.request) = (report.remaining, end, request)
        } else if report.remaining < remaining {
            // The request was sent earlier, but the server saw it later.
            remaining = report.remaining
            self.end = max(self.end, end)
        }
    }

    /// How many requests may be sent at `now`.
    func allowance(at now: Duration, inFlight: Int) -> Int {
        end > now && remaining < .max ? max(0, remaining - inFlight) : .max
    }

    /// The time until the report expires.
    func wait(at now: Duration) -> Duration { max(.zero, end - now) }

    /// The shortest wait of a request that isn't allowed at `now`: zero if the server may already have counted a request in flight.
    func shortestWait(at now: Duration) -> Duration { remaining == 0 ? wait(at: now) : .zero }
}

extension RateLimitReport {
    /// The limit that a response reports for the client. Other errors concern their own resource: a locked resource doesn't stop the client.
    init?(ofClient response: HTTPResponse) {
        let refuses = [403, 420, 429, 503, 529].contains(response.status.rawValue)
        guard refuses || response.status.rawValue < 400 else { return nil }
        let wait = refuses ? RetryAfter(response)?.wait : nil
        let reports = [RateLimitReport(response.headers), wait.map { RateLimitReport(remaining: 0, reset: $0) }]
        guard let strictest = Self.strictest(of: reports.compactMap(\.self)) else { return nil }
        self = strictest
    }
}
