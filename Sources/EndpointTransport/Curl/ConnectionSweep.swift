#if canImport(CurlShim)
    internal import CurlShim

    /// Closes the connections that servers have closed while they were idle.
    ///
    /// libcurl does that when it looks for a connection, once a second at most, and at no other time. So where an idle socket has something
    /// to tell, a transfer goes in that looks for a connection and may open none. A sweep that closes nothing is repeated less and less often.
    struct ConnectionSweep {
        private enum Pause {
            // More than libcurl's second.
            static let shortest = Duration.milliseconds(1100)
            static let longest = Duration.seconds(60)
        }

        private var handle: CurlHandle?
        private var isWanted = false
        private var pause = Pause.shortest
        private var nextSweep = MonotonicTime.now
        private var countBefore = 0
        /// When the engine wakes for it: to sweep, or to see what has become of the sockets beside those in use.
        private(set) var nextLook = MonotonicTime.distantFuture

        /// Whether the engine's sleep ends when a socket has something to tell. Of those in use that is libcurl's business.
        func listens(on engine: CurlEngine) -> Bool { !isWanted && engine.active.isEmpty && ek_sockets_count(engine.sockets) > 0 }

        /// After the engine has slept.
        mutating func look(on engine: CurlEngine) {
            if listens(on: engine) {
                isWanted = ek_sockets_readable(engine.sockets) > 0
            } else if !isWanted, engine.now >= nextLook {
                isWanted = ek_sockets_closed_by_peer(engine.sockets) > 0
            }
        }

        /// Before the engine sleeps.
        mutating func begin(on engine: CurlEngine) {
            if isWanted, handle == nil, engine.now >= nextSweep {
                handle = makeHandle(on: engine)
                if handle == nil { nextSweep = engine.now + Pause.longest }
            }
            if handle != nil {
                // libcurl wakes the engine when it has looked.
                nextLook = .distantFuture
            } else if isWanted {
                nextLook = max(nextSweep, engine.now)
            } else if engine.active.isEmpty || ek_sockets_count(engine.sockets) <= engine.active.count {
                nextLook = .distantFuture
            } else if nextLook <= engine.now || nextLook == .distantFuture {
                nextLook = engine.now + Pause.shortest
            }
        }

        private mutating func makeHandle(on engine: CurlEngine) -> CurlHandle? {
            guard let handle = CurlHandle() else { return nil }
            handle.clear()
            // An address that belongs to nobody (RFC 5737), so that there is no connection that it could use. FRESH_CONNECT would have a new
            // libcurl not look at all.
            handle.set(EK_CURLOPT_URL, "http://192.0.2.1:9/")
            handle.set(EK_CURLOPT_PROXY, "")
            handle.set(EK_CURLOPT_NOSIGNAL, 1)
            handle.check(
                EK_CURLOPT_OPENSOCKETFUNCTION, ek_easy_set_open_socket(handle.easy) { _, _, _ in Int32(EK_CURL_SOCKET_BAD) })
            countBefore = ek_sockets_count(engine.sockets)
            // Without one of these it could send a request.
            guard !handle.hasRefused, ek_multi_add(engine.multi, handle.easy) == 0 else {
                handle.destroy()
                return nil
            }
            return handle
        }

        /// libcurl has looked.
        mutating func end(on engine: CurlEngine) {
            guard let handle else { return }
            ek_multi_remove(engine.multi, handle.easy)
            handle.destroy()
            self.handle = nil
            isWanted = false
            pause = ek_sockets_count(engine.sockets) < countBefore ? Pause.shortest : min(pause * 2, Pause.longest)
            nextSweep = engine.now + pause
        }
    }
#endif
