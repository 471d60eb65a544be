import EndpointKit
import Synchronization

/// A clock that is a second further each time it is read, from 1970 on.
final class Ticking: Sendable {
    private let seconds = Mutex(0.0)

    @Sendable func now() -> Date {
        Date(
            timeIntervalSince1970: seconds.withLock { seconds in
                seconds += 1
                return seconds
            })
    }
}
