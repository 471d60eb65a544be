internal import EndpointKit
internal import Synchronization

/// Limits the calls in any 24 hours. Rejected calls count too, so a client that keeps calling stays locked out.
final class RollingQuota: Sendable {
    private struct State {
        // A ring with the times of the latest calls, as many as the quota allows. The oldest time decides whether the next call is allowed.
        var times: [Date] = []
        var oldest = 0
    }
    private let state = Mutex(State())
    private let calls: Int
    private static let day: TimeInterval = 86_400

    init(calls: Int) { self.calls = calls }

    /// Counts a call at `time`, and returns whether it was within the quota.
    func count(at time: Date) -> Bool {
        guard calls > 0 else { return false }
        return state.withLock { state in
            if state.times.count < calls {
                state.times.append(time)
                return true
            }
            let isWithin = time.timeIntervalSince(state.times[state.oldest]) >= Self.day
            state.times[state.oldest] = time
            state.oldest = (state.oldest + 1) % calls
            return isWithin
        }
    }
}
