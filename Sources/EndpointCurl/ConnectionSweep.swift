#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// Closes idle connections that servers have already closed.
    ///
    /// libcurl does this only when it looks for a connection, and at most once a second. So when an idle socket becomes readable, the engine
    /// adds a transfer that looks for a connection but may not open one. After a sweep that closes nothing, the pause before the next sweep
    /// doubles.
    struct ConnectionSweep {
        private enum Pause {
            // Longer than the one second for which libcurl waits.
            static let shortest = Duration.milliseconds(1100)
            static let longest = Duration.seconds(60)
        }

        private var handle: CurlHandle?
        private var pause = Pause.shortest
        private var nextSweep = MonotonicTime.now
        private var countBefore = 0
        /// When the engine wakes to sweep.
        private(set) var nextLook = MonotonicTime.distantFuture

        /// Whether there may be connections to close. While transfers are active, unread bytes may belong to a paused one.
        private func isWanted(on engine: CurlEngine) -> Bool {
            ek_sockets_ended(engine.sockets) > 0 || engine.active.isEmpty && ek_sockets_unread(engine.sockets) > 0
        }

        /// Called before the engine sleeps. Starts a sweep if one is due.
        mutating func begin(on engine: CurlEngine) {
            nextLook = .distantFuture
            guard handle == nil, isWanted(on: engine) else { return }
            if engine.now >= nextSweep {
                handle = makeHandle(on: engine)
                if handle == nil { nextSweep = engine.now + Pause.longest }
            }
            // While a sweep runs, libcurl's timer wakes the engine.
            if handle == nil { nextLook = nextSweep }
        }

        private mutating func makeHandle(on engine: CurlEngine) -> CurlHandle? {
            guard let handle = Self.makeHandle() else { return nil }
            countBefore = ek_sockets_count(engine.sockets)
            guard ek_multi_add(engine.multi, handle.easy) == 0 else {
                handle.destroy()
                return nil
            }
            return handle
        }

        /// A handle that looks for a connection, and may not open one.
        static func makeHandle() -> CurlHandle? {
            guard let handle = CurlHandle() else { return nil }
            // A documentation address (RFC 5737), which no connection matches. With FRESH_CONNECT, newer versions of libcurl wouldn't search
            // at all.
            handle.set(EK_CURLOPT_URL, "http://192.0.2.1:9/")
            handle.set(EK_CURLOPT_PROXY, "")
            handle.set(EK_CURLOPT_NOSIGNAL, 1)
            handle.check(
                EK_CURLOPT_OPENSOCKETFUNCTION, ek_easy_set_open_socket(handle.easy) { _, _, _ in Int32(EK_CURL_SOCKET_BAD) })
            // Without one of these options, the handle could send a request.
            guard !handle.hasRefused else {
                handle.destroy()
                return nil
            }
            return handle
        }

        /// Called when libcurl has ended the sweep's transfer.
        mutating func end(on engine: CurlEngine) {
            guard let handle else { return }
            ek_multi_remove(engine.multi, handle.easy)
            handle.destroy()
            self.handle = nil
            pause = ek_sockets_count(engine.sockets) < countBefore ? Pause.shortest : min(pause * 2, Pause.longest)
            nextSweep = engine.now + pause
        }
    }
#endif
