/// What the server has last said about the calls that are left.
///
/// A report doesn't know of requests that were sent after its own. So all that are in flight count as if the server hadn't seen them yet,
/// until their own reports come.
struct ReportedLimit: Sendable {
    private var remaining = Int.max
    /// The moment at which it counts no more.
    private var end = Duration.zero
    /// The number of the request that had this report.
    private var request = 0

    /// - Parameters:
    ///   - request: the number of the request, in the order of sending.
    ///   - longest: the longest time for which it counts.
    mutating func note(_ report: RateLimitReport?, of request: Int, at now: Duration, longest: Duration) {
        guard let report else {
            // The server has counted the request, but said nothing.
            if end > now, remaining < .max { remaining = max(0, remaining - 1) }
            return
        }
        let end = now + max(.zero, min(report.reset, longest, .longestSleep))
        if request >= self.request || self.end <= now {
            (remaining, self.end, self.request) = (report.remaining, end, request)
        } else if report.remaining < remaining {
            // It was sent before, but the server saw it after.
            remaining = report.remaining
            self.end = max(self.end, end)
        }
    }

    /// How many requests may be sent at `now`.
    func allowance(at now: Duration, inFlight: Int) -> Int {
        end > now && remaining < .max ? max(0, remaining - inFlight) : .max
    }

    /// The time until it counts no more.
    func wait(at now: Duration) -> Duration { max(.zero, end - now) }

    /// How long a request waits at least that isn't allowed at `now`: not at all if one in flight may still turn out to have been counted.
    func shortestWait(at now: Duration) -> Duration { remaining == 0 ? wait(at: now) : .zero }
}
