#if canImport(CurlShim)
    /// Which of several engines gets a transfer: a function of what each has in flight.
    ///
    /// The first one that has room gets it, and another starts only when all that run are full. So one call at a time uses one thread, and
    /// finds the connections of the calls before it; and an engine that was needed for a while has nothing to do later, and ends.
    struct EngineChoice {
        /// What an engine does.
        struct Load: Equatable {
            var isRunning = true
            /// How many transfers it has in flight.
            var transfers = 0
            /// How many of them may share a connection with the transfer to place.
            var sharing = 0
        }

        /// An engine with as many transfers is full: a thread that has a few dozen of them seldom sleeps.
        static let room = 48
        /// An engine sends as many requests at once over one connection of HTTP/2: libcurl's own number, unless the server allows fewer.
        static let streams = 100

        /// How many of the engines have a thread.
        private(set) var runningCount = 0
        private var count = 0
        private var shared, roomy, stopped, emptiest: Int?
        private var mostSharing = 0
        private var fewestTransfers = Int.max

        /// Looks at the next engine.
        mutating func consider(_ load: Load) {
            defer { count += 1 }
            guard load.isRunning else {
                stopped = stopped ?? count
                return
            }
            runningCount += 1
            if load.sharing > mostSharing, load.sharing < Self.streams { (shared, mostSharing) = (count, load.sharing) }
            if load.transfers < Self.room { roomy = roomy ?? count }
            if load.transfers < fewestTransfers { (emptiest, fewestTransfers) = (count, load.transfers) }
        }

        /// The index of the engine among those that were considered; their number for one more.
        ///
        /// - Parameter limit: the most engines that may run. One may in any case.
        func index(limit: Int) -> Int {
            // A connection of HTTP/2 is worth more than another thread.
            if let index = shared ?? roomy { return index }
            if runningCount < limit { return stopped ?? count }
            return emptiest ?? 0
        }
    }
#endif
