import Synchronization

/// The users who were signed in, with the times.
final class SignedIn: Sendable {
    private struct Span {
        let user: String
        let begin: Int
        var end = Int.max
    }
    private let spans = Mutex([Span(user: "a", begin: 0)])

    /// Moments of the model's time, which only grow.
    private static let clock = Atomic<Int>(0)
    static var moment: Int { clock.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }

    var current: String { spans.withLock { $0[$0.count - 1].user } }

    private let isChanging = Mutex(false)

    /// From now on, either user may be signed in. Returns false if another sign-in hasn't ended.
    func begin(_ user: String) -> Bool {
        let isFree = isChanging.withLock { isChanging in
            defer { isChanging = true }
            return !isChanging
        }
        guard isFree else { return false }
        let moment = Self.moment
        spans.withLock { $0.append(Span(user: user, begin: moment)) }
        return true
    }

    /// From now on, only the last user is signed in.
    func end() {
        let moment = Self.moment
        spans.withLock { spans in for index in spans.indices.dropLast() where spans[index].end == .max { spans[index].end = moment } }
        isChanging.withLock { $0 = false }
    }

    func mayBe(_ user: String, from start: Int) -> Bool { spans.withLock { $0.contains { $0.user == user && $0.end > start } } }
}
