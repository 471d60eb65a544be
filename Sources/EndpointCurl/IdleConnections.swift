#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Glibc

    /// Limits the idle connections of an engine to its share of the process's descriptors, if those of all engines are many, and closes all of
    /// them when no descriptor is left.
    ///
    /// libcurl limits its connections only when one of them becomes idle, and counts those in use. So when many calls end together, all their
    /// connections stay open. The engine therefore closes the connections that no transfer has needed for a while.
    struct IdleConnections {
        /// How long connections beyond the share stay open. Those of calls that follow one another are idle for a shorter time.
        private static let grace = Duration.milliseconds(250)

        /// When the engine wakes to close connections.
        private(set) var nextLook = MonotonicTime.distantFuture
        /// The smallest number of idle connections since there were more than the share.
        private var least = 0
        private var share = 1
        /// How many connections of all engines may be idle before each of them keeps only its share.
        private var common = 0
        /// For how many engines the share was computed.
        private var engines: Int32 = 0

        /// Called after libcurl's work, so that no transfer of the program looks for a connection at the same time, and before its results are
        /// handled.
        mutating func limit(on engine: CurlEngine) {
            let sockets = engine.sockets
            if ek_relief_is_due(sockets) {
                close(.max, on: engine)
                ek_relief_finish(sockets)
            }
            least = min(least, ek_sockets_resting(sockets))
            guard engine.now >= nextLook else { return }
            // A paused transfer waits for no socket either.
            close(least - share - engine.active.count { !$0.pauses.isEmpty }, on: engine)
            nextLook = .distantFuture
        }

        /// Called before the engine sleeps, because connections also become idle when ended transfers are removed.
        mutating func plan(on engine: CurlEngine) {
            updateShare()
            let (count, all) = (ek_sockets_resting(engine.sockets), ek_engines_resting())
            // The others may be asleep since there were fewer engines.
            if all > max(2 * common, Int(engines)) { ek_engines_wake(engine.now.nanoseconds, Self.grace.clampedMilliseconds) }
            if count <= share || count <= CurlTransport.mostIdleConnections && all <= common {
                nextLook = .distantFuture
            } else if nextLook == .distantFuture {
                (least, nextLook) = (count, engine.now + Self.grace)
            }
        }

        private mutating func updateShare() {
            let count = ek_sockets_engines()
            if count == engines { return }
            engines = count
            var limit = rlimit()
            let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
            let descriptors = isKnown ? Int(clamping: limit.rlim_cur) : 0
            share = CurlTransport.mostIdleConnections(ofDescriptors: descriptors, engines: Int(count))
            common = descriptors / 8
        }

        /// Closes up to this many idle connections, the oldest first. libcurl does this for a transfer that needs a connection if there are
        /// too many: some versions close one connection, and others as many as necessary. The transfer may not open its own.
        private func close(_ most: Int, on engine: CurlEngine) {
            let surplus = min(most, ek_sockets_resting(engine.sockets))
            guard surplus > 0, let handle = ConnectionSweep.makeHandle() else { return }
            func look(limit: Int) -> Int {
                ek_multi_set_long(engine.multi, EK_CURLMOPT_MAX_TOTAL_CONNECTIONS, limit)
                if ek_multi_add(engine.multi, handle.easy) == 0 { ek_multi_act(engine.multi, engine.sockets) }
                ek_multi_remove(engine.multi, handle.easy)
                return ek_sockets_count(engine.sockets)
            }
            var count = ek_sockets_count(engine.sockets)
            let end = count - surplus
            while count > end {
                let left = look(limit: end + 1)
                // The rest are in use.
                if left >= count { break }
                count = left
            }
            // When it fails without a limit, other transfers that found no connection because of the limit look again.
            _ = look(limit: 0)
            handle.destroy()
        }
    }

    extension CurlTransport {
        static let mostIdleConnections = 256

        /// How many idle connections each of the process's engines keeps if those of all are many. Together, the engines leave most of the
        /// descriptors to the program.
        package static func mostIdleConnections(ofDescriptors limit: Int, engines: Int = 1) -> Int {
            max(1, min(limit / 4 / engines, mostIdleConnections))
        }
    }
#endif
