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
                socketError = EMFILE
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
            // libcurl would use HTTP/1.1 if another stream of the same server was ended because it requires that.
            if sendingCount > 0, context.httpVersion == .http2 {
                if sendings >= Self.mostSendings {
                    failure = CurlFailure.unprocessed(request, times: sendings)
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
            // If this isn't the first time, libcurl is about to send the request again.
            if sendingCount > 0 {
                guard mayStartOver() else { return false }
                handle.clearErrorText()
            }
            lastActivity = engine.now
            let mayBeHTTP2 = request.origin.scheme == .https && context.httpVersion == .automatic
            let choseHTTP2 = mayBeHTTP2 || context.httpVersion == .http2 ? ek_easy_chose_http2(handle.easy) : 0
            if context.httpVersion == .http2, choseHTTP2 == 0 {
                failure = HTTPVersionPolicy.unchosen(request)
                return false
            }
            if mayBeHTTP2, choseHTTP2 >= 0 { engine.note(isShareable: choseHTTP2 == 1, of: request.origin) }
            isMultiplexed = context.httpVersion == .http2 || context.httpVersion == .http3 || choseHTTP2 == 1
            isReused = !hasOpenedSocket
            let used = isReused || isMultiplexed || place != .none ? ek_easy_socket(handle.easy, engine.sockets) : -1
            if isReused, !mayReuse(handle, used) {
                // Nothing was sent.
                route = .toRenew
                return false
            }
            if !isReused, context.unixSocket != nil { noteUnixSocket(of: handle) }
            if !isReused, context.httpVersion == .http2, request.origin.scheme == .http {
                if used >= 0 { socket = used }
                ek_sockets_note_first(engine.sockets, socket)
            }
            if place != .none { engine.queue.begin(self, on: used) }
            progress = UploadProgress()
            if isMultiplexed, CurlVersion.loaded.saysWhyStreamsEnd {
                // Otherwise, these versions would report an invalid frame on a reused connection as they report REFUSED_STREAM, and send
                // the request again. With this option, they do so only after REFUSED_STREAM, and say so. Some builds lack it.
                _ = ek_easy_set_long(handle.easy, EK_CURLOPT_RTSP_REQUEST, EK_CURL_RTSPREQ_RECEIVE)
                noteConnection()
            }
            hasOpenedSocket = false
            enter(.awaitingHead)
            sendingCount += 1
            return true
        }

        /// Whether the request may be sent on the existing connection that libcurl has chosen, with this socket.
        private func mayReuse(_ handle: CurlHandle, _ socket: Int32) -> Bool {
            if socket < 0 { return isMultiplexed }
            // The server may have closed an idle connection. Other input on it isn't a response to any request (RFC 9112, section 9.2), but
            // would be read as the response to this one. In HTTP/2, it belongs to the connection or to another request.
            if !isMultiplexed, ek_easy_has_stray_input(handle.easy, socket) { return false }
            let idleSince = ek_sockets_idle_since(engine.sockets, socket)
            let isLost = engine.losses.last(of: request.origin).map { idleSince <= $0.nanoseconds } ?? false
            guard isLost || isMultiplexed && idleSince < .max && ek_sockets_has_ended(socket) else { return true }
            // Otherwise, libcurl would keep an HTTP/2 connection.
            handle.set(EK_CURLOPT_FORBID_REUSE, 1)
            return false
        }

        /// A TCP connection can be found later by its local address. A Unix socket has no such address.
        private func noteUnixSocket(of handle: CurlHandle) {
            if isMultiplexed { return }
            if CurlVersion.loaded.numbersConnections {
                ek_easy_note_socket(handle.easy, engine.sockets, socket)
            } else {
                handle.set(EK_CURLOPT_FORBID_REUSE, 1)
            }
        }

        func enter(_ phase: Phase) {
            guard self.phase != phase else { return }
            let wasConnected = isConnected
            self.phase = phase
            lastActivity = engine.now
            // A different timeout applies now.
            if isConnected != wasConnected { engine.noteConnection(of: self) }
        }

        /// Whether libcurl may read the body from the start again, for another connection. `begin` has judged the repetition, unless this
        /// version doesn't call it.
        func mayRewind() -> Bool {
            if isExpectationRefused { return false }
            guard sendings > 1, !hasHead, upload?.hasBegun != true else { return mayStartOver() }
            sentBytes = 0
            return true
        }

        /// How often the request was sent, unless the server stated that it didn't process the last copy.
        private var sendings: Int { earlierSendings + sendingCount }

        /// Whether libcurl may send the request again, which it does if a reused connection ends before the response begins.
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
            handle.set(EK_CURLOPT_FORBID_REUSE, 0)
            handle.clearErrorText()
            return handle
        }

        /// Restarts the transfer if the server has declared its request unprocessed and libcurl doesn't resend it, or not that often. Returns
        /// nil otherwise, or if this has happened too often.
        func startOver(now: MonotonicTime) -> CurlHandle? {
            guard isMultiplexed, isConnected, !hasHead, let handle, isExcluded || CurlFailure.isGivenUp(handle) else { return nil }
            // If the connection were lost, the text would be different.
            handle.clearErrorText()
            guard sendings < Self.mostSendings, mayStartOver() else {
                failure = failure ?? CurlFailure.unprocessed(request, times: sendings)
                return nil
            }
            enter(.connecting)
            lastActivity = now
            (start, firstLine) = (now, nil)
            return handle
        }
    }
#endif
