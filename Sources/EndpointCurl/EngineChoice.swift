#if os(Linux)
    internal import EndpointHTTP

    /// Chooses the engine for a transfer, depending on what each engine has in flight.
    ///
    /// The first engine with room gets the transfer; another engine is started only when all running ones are full. A program that makes one
    /// call at a time therefore uses a single thread, and reuses its connections. An engine that was needed only for a while becomes idle
    /// later, and ends.
    ///
    /// Once an engine has many streams, it gets all other streams, because libcurl searches all connections to a server for each request to
    /// that server.
    struct EngineChoice {
        /// The load of an engine.
        struct Load: Equatable {
            var isRunning = true
            /// How many transfers it has in flight.
            var transfers = 0
            /// How many of them may share a connection with the transfer for which an engine is being chosen.
            var sharing = 0
            /// How many of them are streams.
            var streams = 0
        }

        /// An engine with this many transfers is full, because a thread with a few dozen transfers rarely sleeps.
        static let room = 48
        /// How many requests an engine sends at the same time over one HTTP/2 connection: libcurl's own number, unless the server allows
        /// fewer.
        static let streams = 100

        /// How many of the engines have a thread.
        private(set) var runningCount = 0
        private var count = 0
        private var shared, gathering, roomy, stopped, emptiest: Int?
        private var mostSharing = 0
        private var mostStreams = EngineChoice.room / 2
        private var fewestTransfers = Int.max

        /// Considers one more engine.
        mutating func consider(_ load: Load) {
            defer { count += 1 }
            guard load.isRunning else {
                stopped = stopped ?? count
                return
            }
            runningCount += 1
            if load.sharing > mostSharing, load.sharing < Self.streams { (shared, mostSharing) = (count, load.sharing) }
            if load.streams >= mostStreams { (gathering, mostStreams) = (count, load.streams + 1) }
            if load.transfers < Self.room { roomy = roomy ?? count }
            if load.transfers < fewestTransfers { (emptiest, fewestTransfers) = (count, load.transfers) }
        }

        /// The index of the chosen engine. An index equal to the number of considered engines means a new engine.
        ///
        /// - Parameter limit: the maximum number of running engines. One engine may always run.
        func index(isStream: Bool = false, limit: Int) -> Int {
            // An HTTP/2 connection is worth more than another thread.
            if let index = shared ?? (isStream ? gathering : nil) ?? roomy { return index }
            if runningCount < limit { return stopped ?? count }
            return emptiest ?? 0
        }
    }
#endif
