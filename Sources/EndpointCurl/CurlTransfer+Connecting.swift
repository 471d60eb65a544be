#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Synchronization
    internal import Glibc

    /// How a transfer gets its connection, and whether libcurl may send its request on it.
    extension CurlTransfer {
        /// The number of look-ups in progress in all engines. libcurl makes each of them on a thread, with descriptors that we don't open.
        private static let lookUpCount = Atomic(0)
        private static let descriptorsOfLookUp = 3

        /// Whether the process has no descriptors left other than the reserve and those for look-ups.
        static var lackDescriptors: Bool {
            let count = descriptorsOfLookUp * lookUpCount.load(ordering: .relaxed)
            return ek_lacks_descriptors(Int32(DescriptorReserve.count + count))
        }

        /// Called when libcurl is about to look up the host. Returning false ends the transfer.
        func beginLookUp() -> Bool {
            if !isLookingUp { Self.lookUpCount.add(1, ordering: .relaxed) }
            isLookingUp = true
            guard !Self.lackDescriptors else {
                failure = TransportFailure(.connect, detail: CurlFailure.noDescriptors).error(for: request)
                return false
            }
            if !CurlVersion.loaded.abandonsLookUps {
                phase = .lookingUp
                lastActivity = engine.now
            }
            return true
        }

        /// Notes that the look-up has ended. A libcurl that can't abandon look-ups doesn't report when the connection is made either.
        func endLookUp() {
            if isLookingUp { Self.lookUpCount.subtract(1, ordering: .relaxed) }
            isLookingUp = false
            if phase == .lookingUp { phase = CurlVersion.loaded.asksBeforeRequests ? .connecting : .awaitingHead }
        }

        /// Whether the caller gets its outcome although the look-up continues.
        func abandon() -> Bool {
            guard phase == .lookingUp else { return false }
            phase = .abandoned
            return true
        }

        func openSocket(_ address: UnsafeMutableRawPointer?) -> Int32 {
            endLookUp()
            if isAbandoned || isExpectationRefused || route == .toRenew || route == .toOpen { return Int32(EK_CURL_SOCKET_BAD) }
            // Opening another connection would mean sending the request again. This is refused here, because connecting may take a long time.
            if sendingCount > 0 || head.isComplete, !mayStartOver() { return Int32(EK_CURL_SOCKET_BAD) }
            // A server may end a stream because it requires HTTP/1.1, which libcurl would then use.
            if sendingCount > 0, context.httpVersion == .http2 {
                if earlierSendings + sendingCount >= Self.mostSendings {
                    failure = CurlFailure.unprocessed(request, times: earlierSendings + sendingCount)
                } else if route == .renewed, !isRefusedUnread {
                    failure = CurlFailure.refusalOfHTTP2(request)
                } else {
                    route = .toRenew
                }
                return Int32(EK_CURL_SOCKET_BAD)
            }
            if route == .idleOnly {
                route = .toOpen
                return Int32(EK_CURL_SOCKET_BAD)
            }
            if let handle, !CurlVersion.loaded.abandonsLookUps { handle.setConnectTimeout(of: context) }
            // The previous connection was lost, so the connect timeout starts again.
            if CurlVersion.loaded.asksBeforeRequests { enter(.connecting) }
            hasOpenedSocket = true
            socket = ek_sockets_open(engine.sockets, address)
            if socket < 0 { socketError = errno }
            return socket
        }

        /// Called when the request is about to be sent on a connection. Returning false ends the transfer.
        func begin() -> Bool {
            endLookUp()
            guard let handle, !isAbandoned, !isExpectationRefused else { return false }
            lastActivity = engine.now
            let mayBeHTTP2 = request.origin.scheme == .https && context.httpVersion == .automatic
            let choseHTTP2 = mayBeHTTP2 || context.httpVersion == .http2 ? ek_easy_chose_http2(handle.easy) : 0
            if context.httpVersion == .http2, choseHTTP2 == 0 {
                failure = HTTPVersionPolicy.unchosen(request)
                return false
            }
            if mayBeHTTP2, choseHTTP2 >= 0 { engine.note(isShareable: choseHTTP2 == 1, of: request.origin) }
            // Input on an idle connection isn't a response to any request (RFC 9112, section 9.2), but would be read as the response to this
            // one. In HTTP/2, it belongs to the connection or to another request.
            isMultiplexed = context.httpVersion == .http2 || context.httpVersion == .http3 || choseHTTP2 == 1
            if !isMultiplexed, !mayUse(handle) {
                route = .toRenew
                return false
            }
            if place != .none { engine.queue.begin(self, on: ek_easy_socket(handle.easy, engine.sockets)) }
            if isMultiplexed, CurlVersion.loaded.saysWhyStreamsEnd { noteConnection(ek_easy_socket(handle.easy, engine.sockets)) }
            hasOpenedSocket = false
            enter(.awaitingHead)
            sendingCount += 1
            // If this isn't the first time, a reused connection was lost.
            return sendingCount == 1 || mayStartOver()
        }

        /// Whether the HTTP/1.1 connection has no stray input, so that only the response will be read from it.
        func mayUse(_ handle: CurlHandle) -> Bool {
            guard hasOpenedSocket else {
                let socket = ek_easy_socket(handle.easy, engine.sockets)
                return socket >= 0 && !ek_easy_has_stray_input(handle.easy, socket)
            }
            // A TCP connection can be found later by its local address. A Unix socket has no such address.
            if context.connection.unixSocket == nil { return true }
            if CurlVersion.loaded.numbersConnections {
                ek_easy_note_socket(handle.easy, engine.sockets, socket)
            } else {
                handle.set(EK_CURLOPT_FORBID_REUSE, 1)
            }
            return true
        }

        func enter(_ phase: Phase) {
            guard self.phase != phase else { return }
            let wasConnected = isConnected
            self.phase = phase
            lastActivity = engine.now
            // A different timeout applies now.
            if isConnected != wasConnected { engine.noteConnection(of: self) }
        }

        /// Whether libcurl may read the body from the start again, for another connection.
        func mayRewind() -> Bool { !isExpectationRefused && mayStartOver() }

        func mayStartOver() -> Bool {
            sentBytes = 0
            let refusal = CurlFailure.refusalToRepeat(self)
            failure = refusal ?? failure
            return refusal == nil
        }

        /// Restarts the transfer once on a new connection if this was requested, and returns its handle; otherwise nil.
        func startAnew(now: MonotonicTime) -> CurlHandle? {
            guard let handle, route == .toRenew || route == .toOpen else { return nil }
            route = route == .toOpen ? .any : .renewed
            earlierSendings += sendingCount
            sendingCount = 0
            enter(.connecting)
            lastActivity = now
            (start, firstLine) = (now, nil)
            handle.setHTTPVersion(context.httpVersion, scheme: request.origin.scheme)
            handle.set(EK_CURLOPT_FRESH_CONNECT, 1)
            return handle
        }

        /// Restarts the transfer if the server has declared its request unprocessed more often than libcurl resends it. Returns nil
        /// otherwise, or if this has happened too often.
        func startOver(now: MonotonicTime) -> CurlHandle? {
            guard isMultiplexed, !hasHead, let handle, CurlFailure.isGivenUp(handle) else { return nil }
            // If the connection were lost, the text would be different.
            handle.errorText[0] = 0
            guard earlierSendings + sendingCount < Self.mostSendings, mayStartOver() else {
                failure = failure ?? CurlFailure.unprocessed(request, times: earlierSendings + sendingCount)
                return nil
            }
            enter(.connecting)
            lastActivity = now
            (start, firstLine) = (now, nil)
            return handle
        }
    }
#endif
