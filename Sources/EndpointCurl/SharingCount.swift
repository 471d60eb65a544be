#if os(Linux)
    internal import EndpointHTTP
    internal import Synchronization

    /// For each origin and each engine of a pool, counts the transfers in flight that may share a connection. Most transfers without TLS
    /// may not share one, and aren't counted.
    final class SharingCount: Sendable {
        private struct State {
            // By the engine's index.
            var counts: [Origin: [Int]] = [:]
            // Origins whose servers chose HTTP/1.1.
            var unshared = UnsharedOrigins()
        }
        private let state = Mutex(State())

        /// The counts by engine index, up to the last engine that has any such transfers.
        func counts(for origin: Origin) -> [Int] {
            state.withLock { state in state.unshared.contains(origin) ? [] : state.counts[origin] ?? [] }
        }

        func add(_ count: Int, to origin: Origin, at index: Int) {
            state.withLock { state in
                var counts = state.counts[origin] ?? []
                while counts.count <= index { counts.append(0) }
                counts[index] += count
                state.counts[origin] = counts.contains { $0 > 0 } ? counts : nil
            }
        }

        func note(isShareable: Bool, _ origin: Origin) { state.withLock { _ = $0.unshared.note(isShareable: isShareable, origin) } }
    }
#endif
