internal import Synchronization

/// Why no attempt follows one whose failure the retry policy covers. The decision that retries notes it, and the call's error says it.
final class RetryObstacle: Sendable {
    private let noted = Mutex<String?>(nil)

    /// nil where no retry was wanted, and where one follows.
    var reason: String? { noted.withLock { $0 } }

    func note(_ reason: String?) { noted.withLock { $0 = reason } }
}
