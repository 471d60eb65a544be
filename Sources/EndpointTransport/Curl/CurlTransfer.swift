#if canImport(CurlShim)
    internal import CurlShim

    /// One request in flight in the engine, and the response as far as it was received.
    ///
    /// Sendable because the engine's lock guards its first part, and only the engine's thread uses the rest.
    final class CurlTransfer: Interruptible, @unchecked Sendable {
        typealias Continuation = UnsafeContinuation<ReceivedResponse, any Error>

        let request: HTTPRequest
        let context: TransferContext
        private let engine: CurlEngine

        // Guarded by the engine's lock until the thread takes the transfer.
        var continuation: Continuation?
        var isCancelled = false

        // Used by the engine's thread only, from here on.
        private(set) var handle: CurlHandle?
        var index = 0
        private(set) var lastActivity = MonotonicTime.distantFuture
        private var headerList: CurlHeaderList?
        private var head = ResponseHead()
        private var body = GrowingBuffer()
        private var sentBytes = 0
        /// Whether its name look-up is in flight; known only for a libcurl that can't abandon look-ups.
        private(set) var isLookingUp = false
        /// Whether its caller has an outcome, while libcurl still looks up its name.
        var isAbandoned = false
        // Counts how often libcurl has begun to send the request.
        private var sendingCount = 0
        /// The request's timeout counts only while it is connected.
        private(set) var isConnected = false
        // Why a callback stopped the transfer, which libcurl doesn't report.
        private var failure: (any Error)?

        // Receives the chunks of a streamed response; nil for one that is buffered here.
        private let chunks: BodyBuffer?
        // The source of a request body that isn't data.
        let upload: CurlUpload?
        private var hasResumed = false
        // Whether the buffer has chunks that weren't announced to the reader.
        private var hasGiven = false
        private var receivedCount = 0
        private var uploadedCount: Int64 = 0
        // Whether a connection was opened for it, and no idle one reused.
        private var hasOpenedSocket = false
        // Whether it needs a new connection: its idle one had unexpected input, or libcurl may use HTTP/1.1 where HTTP/2 is the policy.
        private var isToBeSentAnew = false
        private var wasSentAnew = false
        // Whether its options are for a connection that is there already.
        private var mayOnlyReuse = false
        // Whether libcurl has paused receiving because the buffer is full.
        private var hasNoRoom = false
        // Whether libcurl has paused sending because no bytes are ready.
        private var hasNothingToSend = false

        init(request: HTTPRequest, context: TransferContext, engine: CurlEngine, chunks: BodyBuffer?, upload: CurlUpload?) {
            self.request = request
            self.context = context
            self.engine = engine
            self.chunks = chunks
            self.upload = upload
        }

        /// Cancels the transfer when its call is ended from outside.
        func interrupt() { engine.cancel(self) }

        /// The last event of a transfer. The caller of a streamed one has its head already, so the outcome goes to the reader.
        func end(_ outcome: Result<ReceivedResponse, any Error>) {
            // By the thread that allocated it. libcurl may still look up the name of an abandoned transfer.
            if handle == nil { headerList = nil }
            resume(outcome)
            chunks?.end(outcome.map { _ in })
            upload?.stop()
        }

        private func resume(_ outcome: Result<ReceivedResponse, any Error>) {
            if !hasResumed { continuation?.resume(with: outcome) }
            hasResumed = true
        }

        func resume(now: MonotonicTime) {
            guard let handle, hasNoRoom || hasNothingToSend else { return }
            hasNoRoom = false
            hasNothingToSend = false
            lastActivity = now
            _ = ek_easy_continue(handle.easy)
        }

        /// Wakes the reader of the chunks that have arrived since the last call.
        func announce() {
            hasGiven = false
            chunks?.announce()
        }

        /// Whether its body is read while it arrives.
        var isStreamed: Bool { chunks != nil }

        /// Takes a handle, which may be reused, and sets its options.
        func prepare(_ handle: CurlHandle, now: MonotonicTime) {
            self.handle = handle
            handle.transfer = self
            lastActivity = now
            let isGuarded = CurlVersion.loaded.asksBeforeRequests
            // Without that callback it isn't known when the connection is made.
            isConnected = !isGuarded
            // One copy for all uses.
            let request = request
            let headerList = CurlHeaderList(request)
            self.headerList = headerList
            let needsOwnConnection = request.needsOwnConnection(isGuarded: isGuarded, in: context)
            let kind = isStreamed || needsOwnConnection ? nil : RequestKind(request, in: context)
            if let kind, handle.isPrepared(for: kind) { return handle.replaceMessage(request, headerList) }
            handle.prepare(for: request, in: context, headerList: headerList, sockets: engine.sockets)
            if needsOwnConnection {
                handle.set(EK_CURLOPT_FRESH_CONNECT, 1)
            } else if context.httpVersion == .http2, request.origin.scheme == .http, !CurlVersion.loaded.reusesPriorKnowledge {
                // With this version libcurl uses a connection of HTTP/2 as well, but would begin with HTTP/1.1 on a new one.
                handle.set(EK_CURLOPT_HTTP_VERSION, EK_CURL_HTTP_VERSION_2TLS)
                mayOnlyReuse = true
            }
            // A larger buffer wakes the reader less often.
            if chunks != nil { handle.set(EK_CURLOPT_BUFFERSIZE, BodyBuffer.capacity / 2) }
            handle.finishPreparing(for: mayOnlyReuse ? nil : kind)
        }

        /// Returns the handle; nil if it was returned before.
        func release() -> CurlHandle? {
            defer { handle = nil }
            handle?.transfer = nil
            return handle
        }

        // MARK: Callbacks

        func beginLookUp() {
            isLookingUp = true
            lastActivity = engine.now
        }

        func openSocket(_ address: UnsafeMutableRawPointer?) -> Int32 {
            isLookingUp = false
            if isAbandoned || isExpectationRefused || isToBeSentAnew { return Int32(EK_CURL_SOCKET_BAD) }
            // Another connection is for sending the request again. It is refused here, because connecting may take long.
            if sendingCount > 0 || head.isComplete, !mayStartOver() { return Int32(EK_CURL_SOCKET_BAD) }
            // A server may end a stream because it requires HTTP/1.1, and libcurl would use that now.
            if mayOnlyReuse || sendingCount > 0 && context.httpVersion == .http2 {
                if wasSentAnew { failure = CurlFailure.refusalOfHTTP2(request) } else { isToBeSentAnew = true }
                return Int32(EK_CURL_SOCKET_BAD)
            }
            if let handle, !CurlVersion.loaded.abandonsLookUps { handle.setConnectTimeout(of: context) }
            // The previous connection was lost, and the connect timeout counts again.
            if CurlVersion.loaded.asksBeforeRequests { setConnected(false) }
            hasOpenedSocket = true
            return ek_sockets_open(engine.sockets, address)
        }

        /// Called when the request is about to be sent on a connection. False ends the transfer.
        func begin(localPort: Int32) -> Bool {
            isLookingUp = false
            if isAbandoned || isExpectationRefused { return false }
            lastActivity = engine.now
            // Input on an idle connection answers no request (RFC 9112, section 9.2), but would be read as the response to this one. With
            // TLS it can't be checked before decryption, and may be a message of TLS itself.
            // In HTTP/2 it belongs to the connection, or to another request.
            if !hasOpenedSocket, request.origin.scheme == .http, context.httpVersion != .http2,
                ek_sockets_has_input(engine.sockets, localPort)
            {
                isToBeSentAnew = true
                return false
            }
            hasOpenedSocket = false
            if context.httpVersion == .http2, let handle, ek_easy_chose_http2(handle.easy) == 0 {
                failure = HTTPVersionPolicy.unchosen(request)
                return false
            }
            setConnected(true)
            sendingCount += 1
            // After the first time, a reused connection was lost.
            return sendingCount == 1 || mayStartOver()
        }

        private func setConnected(_ isConnected: Bool) {
            guard self.isConnected != isConnected else { return }
            self.isConnected = isConnected
            lastActivity = engine.now
            engine.noteConnection(of: self)
        }

        /// Whether libcurl may read the body again from the start, for another connection.
        func mayRewind() -> Bool { !isExpectationRefused && mayStartOver() }

        private func mayStartOver() -> Bool {
            sentBytes = 0
            let refusal = CurlFailure.refusalToRepeat(self)
            failure = refusal ?? failure
            return refusal == nil
        }

        /// Restarts the transfer once on a new connection, if that was asked for; nil otherwise.
        func startAnew(now: MonotonicTime) -> CurlHandle? {
            guard let handle, isToBeSentAnew else { return nil }
            isToBeSentAnew = false
            wasSentAnew = true
            sendingCount = 0
            mayOnlyReuse = false
            setConnected(false)
            lastActivity = now
            handle.setHTTPVersion(context.httpVersion, scheme: request.origin.scheme)
            handle.set(EK_CURLOPT_FRESH_CONNECT, 1)
            return handle
        }

        /// Takes a line of a proxy's answer to CONNECT. The body of a refusal isn't read: libcurl would read all of it at once, and block
        /// other transfers.
        private func receiveTunnelHeader(_ line: UnsafeRawBufferPointer) -> Int {
            guard line.isStatusLine else { return line.count }
            let status = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix { $0 != UInt8(ascii: " ") && $0 >= 0x20 }
            if let first = status.first, first == UInt8(ascii: "1") || first == UInt8(ascii: "2") { return line.count }
            failure = CurlFailure.refusedTunnel(String(decoding: status.prefix(10), as: UTF8.self), of: request)
            return 0
        }

        func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
            if !isConnected { return receiveTunnelHeader(line) }
            lastActivity = engine.now
            // A second status line means that libcurl has sent the request again.
            if isAbandoned || line.isStatusLine && isExpectationRefused { return 0 }
            do {
                return try head.receive(line) == .lastOfHead && !endHead() ? 0 : line.count
            } catch {
                failure = CurlFailure.malformed(error.description, of: request)
                return 0
            }
        }

        /// Called when the head is complete. False ends the transfer.
        private func endHead() -> Bool {
            if context.httpVersion != .automatic, let refusal = context.httpVersion.refusal(of: handle?.httpVersion, to: request) {
                failure = refusal
                return false
            }
            // A response that needs no more of the body ends the transfer, but not while sending is paused.
            if hasNothingToSend { engine.resume(self) }
            if isStreamed {
                resume(.success(response()))
            } else if let length = head.contentLength {
                body.reserve(min(length, context.bodyLimit(of: request), 1 << 20))
            }
            noteWholeAnswer()
            return true
        }

        private func noteWholeAnswer() {
            if request.body != nil, hasWholeAnswer { engine.noteWholeAnswer(of: self) }
        }

        func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            lastActivity = engine.now
            guard head.isComplete else {
                failure = CurlFailure.malformed("its body began before its head was complete", of: request)
                return 0
            }
            if let chunks {
                if chunks.give(bytes) {
                    if !hasGiven { engine.noteChunks(of: self) }
                    hasGiven = true
                    receivedCount += bytes.count
                    noteWholeAnswer()
                    return bytes.count
                }
                // libcurl keeps these bytes, and pauses reading from the socket.
                hasNoRoom = true
                return EK_CURL_FUNC_PAUSE
            }
            guard body.count + bytes.count <= context.bodyLimit(of: request), body.append(bytes) else {
                failure = APIError.bodyTooLarge(request, limit: context.bodyLimit(of: request))
                return 0
            }
            receivedCount += bytes.count
            noteWholeAnswer()
            return bytes.count
        }

        func provideBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            lastActivity = engine.now
            if isAbandoned { return EK_CURL_READFUNC_ABORT }
            if let upload {
                switch upload.take(buffer) {
                case .bytes(let count): return count
                case .end: return 0
                case .nothingYet:
                    hasNothingToSend = true
                    return EK_CURL_FUNC_PAUSE
                case .failed(let error):
                    failure = error
                    return EK_CURL_READFUNC_ABORT
                }
            }
            guard case .data(let data)? = request.body?.content else { return EK_CURL_READFUNC_ABORT }
            let count = data.dropFirst(sentBytes).copyBytes(to: buffer)
            sentBytes += count
            return count
        }

        // MARK: Outcome

        var hasHead: Bool { head.isComplete }

        /// Whether HTTP/2 is the policy, and it isn't known yet whether its server speaks it: without a head, on a new connection.
        var isFirstInHTTP2: Bool {
            guard context.httpVersion == .http2, !hasHead, let handle else { return false }
            return ek_easy_info_long(handle.easy, EK_CURLINFO_NUM_CONNECTS) > 0
        }

        /// Whether all bytes of its Content-Length have come; false without one.
        var hasWholeAnswer: Bool { head.isComplete && head.contentLength == receivedCount }

        /// Whether a server of HTTP/2 has answered before it got the whole body, and so wants no more of it. 7.88.1 waits on for space to send
        /// it, and asks for that without pause.
        var isAnsweredEarly: Bool {
            guard let length = request.body?.length, let handle, hasWholeAnswer, handle.httpVersion == .http2 else { return false }
            return ek_easy_info_offset(handle.easy, EK_CURLINFO_SIZE_UPLOAD) < length
        }

        /// Whether more of the request's body was sent since the last call.
        func hasSentMore(now: MonotonicTime) -> Bool {
            guard let handle, isConnected, request.body != nil else { return false }
            let count = ek_easy_info_offset(handle.easy, EK_CURLINFO_SIZE_UPLOAD)
            guard count > uploadedCount else { return false }
            uploadedCount = count
            lastActivity = now
            return true
        }

        /// Whether the server answered 417 to the caller's own Expect. libcurl would send the request again without it, and join both
        /// responses.
        var isExpectationRefused: Bool { head.isComplete && head.status.rawValue == 417 && request.headers.contains("Expect") }

        func outcome(code: Int32) -> Result<ReceivedResponse, any Error> {
            if let failure = failure ?? CurlFailure.error(code: code, of: self) { return .failure(failure) }
            return .success(response())
        }

        private func response() -> ReceivedResponse {
            var body = GrowingBuffer()
            swap(&body, &self.body)
            return ReceivedResponse(
                status: head.status, fields: head.takeFields(), body: body, endsWithConnection: endsWithConnection,
                metrics: context.wantsMetrics ? handle?.metrics(isComplete: !isStreamed) : nil)
        }

        /// Whether it has a body that ends with its connection.
        private var endsWithConnection: Bool {
            head.endsWithConnection && request.method != .head && ![.noContent, .resetContent, .notModified].contains(head.status)
        }

        /// Notes that the look-up has ended.
        func endLookUp() { isLookingUp = false }

        /// While the transfer waits for this side, the peer's silence doesn't count. A peer that has begun its response doesn't wait for
        /// the body.
        private var isWaitingForThisSide: Bool { hasNoRoom || hasNothingToSend && !head.isComplete }

        /// When its timeout ends: the request's, or without a connection the connect timeout.
        func patience(now: MonotonicTime) -> MonotonicTime {
            (isWaitingForThisSide ? now : lastActivity)
                + (isConnected && !isLookingUp ? request.timeout : context.connection.connectTimeout)
        }
    }
#endif
