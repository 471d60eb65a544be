#if canImport(CurlShim)
    internal import CurlShim

    /// One request on its way through the engine, and what has come back so far.
    ///
    /// Sendable because the engine's lock guards the first part of it, and the engine's thread alone touches the rest.
    final class CurlTransfer: Interruptible, @unchecked Sendable {
        typealias Continuation = UnsafeContinuation<HTTPResponse, any Error>

        let request: HTTPRequest
        let context: TransferContext
        private let engine: CurlEngine

        // Under the engine's lock until the transfer is taken by the thread.
        var continuation: Continuation?
        var isCancelled = false

        // Touched by the engine's thread only, from here on.
        private(set) var handle: CurlHandle?
        var index = 0
        private(set) var lastActivity = MonotonicTime.distantFuture
        private var headerList: CurlHeaderList?
        private var head = ResponseHead()
        private var body = GrowingBuffer()
        private var sentBytes = 0
        /// A name is being looked up, as far as it is asked about that.
        private(set) var isLookingUp = false
        /// Its caller has an outcome, and libcurl still looks up its name.
        var isAbandoned = false
        // How often libcurl has begun to send the request.
        private var sendingCount = 0
        /// Its time on the way to a connection is no silence.
        private(set) var isConnected = false
        // Why a callback stopped the transfer: libcurl only knows that it did.
        private var failure: (any Error)?

        // Where the chunks of a streamed body go; nil for a body that is gathered here.
        private let chunks: BodyBuffer?
        // Where the chunks of a body come from that isn't data.
        let upload: CurlUpload?
        private var hasResumed = false
        // Chunks that the reader hasn't been told of.
        private var hasGiven = false
        private var receivedCount = 0
        private var uploadedCount: Int64 = 0
        // A connection was made for it, and not found among the idle ones.
        private var hasOpenedSocket = false
        // The idle connection that it was to go out on had something to say.
        private var isToBeSentAnew = false
        // libcurl reads no more of the answer: there is no room for its body.
        private var hasNoRoom = false
        // libcurl sends no more: there is nothing to send yet.
        private var hasNothingToSend = false

        init(request: HTTPRequest, context: TransferContext, engine: CurlEngine, chunks: BodyBuffer?, upload: CurlUpload?) {
            self.request = request
            self.context = context
            self.engine = engine
            self.chunks = chunks
            self.upload = upload
        }

        /// Its call was ended from outside.
        func interrupt() { engine.cancel(self) }

        /// The last thing that happens to a transfer. The caller of a streamed one already has its head, and the reader is told.
        func end(_ outcome: Result<HTTPResponse, any Error>) {
            resume(outcome)
            chunks?.end(outcome.map { _ in })
            upload?.stop()
        }

        private func resume(_ outcome: Result<HTTPResponse, any Error>) {
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

        /// Wakes the reader of chunks that have come since.
        func announce() {
            guard hasGiven else { return }
            hasGiven = false
            chunks?.announce()
        }

        /// Whether its body is read while it comes.
        var isStreamed: Bool { chunks != nil }

        /// Takes a handle that may have served another transfer.
        func prepare(_ handle: CurlHandle, now: MonotonicTime) {
            self.handle = handle
            lastActivity = now
            let headerList = CurlHeaderList(request)
            self.headerList = headerList
            handle.reset(for: request, in: context, headerList: headerList)
            CurlCallbacks.set(on: handle, for: self, sockets: engine.sockets)
            let isGuarded = CurlVersion.loaded.asksBeforeRequests
            // A libcurl that doesn't ask can't be told apart from one that is connected.
            isConnected = !isGuarded
            if request.needsOwnConnection(isGuarded: isGuarded, in: context) { handle.set(EK_CURLOPT_FRESH_CONNECT, 1) }
            // What is read at once and given on chunk by chunk: the reader wakes less often.
            if chunks != nil { handle.set(EK_CURLOPT_BUFFERSIZE, BodyBuffer.capacity / 2) }
        }

        /// Gives the handle back; nil when that was done before.
        func release() -> CurlHandle? {
            defer { handle = nil }
            return handle
        }

        // MARK: Callbacks

        func beginLookUp() {
            isLookingUp = true
            lastActivity = .now
        }

        func openSocket(_ address: UnsafeMutableRawPointer?) -> Int32 {
            isLookingUp = false
            if isAbandoned || isExpectationRefused { return Int32(EK_CURL_SOCKET_BAD) }
            // Another connection is for sending the request again: it is refused before it is made, as a server may take long to accept it.
            if sendingCount > 0 || head.isComplete, !mayStartOver() { return Int32(EK_CURL_SOCKET_BAD) }
            if let handle, !CurlVersion.loaded.abandonsLookUps { handle.setConnectTimeout(of: context) }
            // The connection before was lost, and the time that another one takes is no silence either.
            if CurlVersion.loaded.asksBeforeRequests { setConnected(false) }
            hasOpenedSocket = true
            return ek_sockets_open(engine.sockets, address)
        }

        /// A connection is there, and the request is about to go out on it. False ends the transfer.
        func begin(localPort: Int32) -> Bool {
            isLookingUp = false
            if isAbandoned || isExpectationRefused { return false }
            lastActivity = .now
            // What an idle connection has to say answers nothing (RFC 9112, section 9.2), and would be taken for the answer to this. Of TLS
            // nothing is known before it is decrypted, and it has things of its own to say.
            if !hasOpenedSocket, request.origin.scheme == .http, ek_sockets_has_input(engine.sockets, localPort) {
                isToBeSentAnew = true
                return false
            }
            hasOpenedSocket = false
            setConnected(true)
            sendingCount += 1
            // The connection before was a used one, and was lost.
            return sendingCount == 1 || mayStartOver()
        }

        private func setConnected(_ isConnected: Bool) {
            guard self.isConnected != isConnected else { return }
            self.isConnected = isConnected
            lastActivity = .now
            engine.noteConnection(of: self)
        }

        /// libcurl is about to read the body anew, for another connection.
        func mayRewind() -> Bool { !isExpectationRefused && mayStartOver() }

        private func mayStartOver() -> Bool {
            sentBytes = 0
            let refusal = CurlFailure.refusalToRepeat(self)
            failure = refusal ?? failure
            return refusal == nil
        }

        /// The transfer again, on a connection of its own: nothing of it has been sent. Once.
        func startAnew(now: MonotonicTime) -> CurlHandle? {
            guard let handle, isToBeSentAnew else { return nil }
            isToBeSentAnew = false
            setConnected(false)
            lastActivity = now
            handle.set(EK_CURLOPT_FRESH_CONNECT, 1)
            return handle
        }

        /// A line of a proxy's answer to CONNECT. The page of a refusal isn't read: libcurl would read it all in one go, however long it is,
        /// and nothing else would move meanwhile.
        private func receiveTunnelHeader(_ line: UnsafeRawBufferPointer) -> Int {
            guard line.starts(with: "HTTP/".utf8) else { return line.count }
            let status = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix { $0 != UInt8(ascii: " ") && $0 >= 0x20 }
            if let first = status.first, first == UInt8(ascii: "1") || first == UInt8(ascii: "2") { return line.count }
            failure = CurlFailure.refusedTunnel(String(decoding: status.prefix(10), as: UTF8.self), of: request)
            return 0
        }

        func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
            if !isConnected { return receiveTunnelHeader(line) }
            lastActivity = .now
            // libcurl has sent the request again.
            if isAbandoned || isExpectationRefused && line.starts(with: "HTTP/".utf8) { return 0 }
            do {
                let wasComplete = head.isComplete
                try head.receive(line)
                if head.isComplete, !wasComplete {
                    // An answer that wants no more of the body ends the transfer, but not while that waits for something to send.
                    if hasNothingToSend { engine.resume(self) }
                    if chunks != nil {
                        resume(.success(response(body: Data())))
                    } else if let length = head.contentLength {
                        body.reserve(min(length, context.bodyLimit(of: request), 1 << 20))
                    }
                }
                return line.count
            } catch {
                failure = CurlFailure.malformed(error.description, of: request)
                return 0
            }
        }

        func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            lastActivity = .now
            guard head.isComplete else {
                failure = CurlFailure.malformed("a body came before its head was complete", of: request)
                return 0
            }
            if let chunks {
                if chunks.give(bytes) {
                    hasGiven = true
                    receivedCount += bytes.count
                    return bytes.count
                }
                // libcurl keeps these bytes, and stops reading from the socket.
                hasNoRoom = true
                return EK_CURL_FUNC_PAUSE
            }
            guard body.count + bytes.count <= context.bodyLimit(of: request), body.append(bytes) else {
                failure = APIError.bodyTooLarge(request, limit: context.bodyLimit(of: request))
                return 0
            }
            receivedCount += bytes.count
            return bytes.count
        }

        func provideBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            lastActivity = .now
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

        /// As far as its head says how long it is.
        var hasWholeAnswer: Bool { head.isComplete && head.contentLength == receivedCount }

        /// Whether more of the request's body has gone out since this was asked before.
        func hasSentMore(now: MonotonicTime) -> Bool {
            guard let handle, isConnected, request.body != nil else { return false }
            let count = ek_easy_info_offset(handle.easy, EK_CURLINFO_SIZE_UPLOAD)
            guard count > uploadedCount else { return false }
            uploadedCount = count
            lastActivity = now
            return true
        }

        /// The server said 417 to the caller's own Expect. libcurl would send the request again without it, and hand out both answers as one.
        var isExpectationRefused: Bool { head.isComplete && head.status.rawValue == 417 && request.headers.contains("Expect") }

        func outcome(code: Int32) -> Result<HTTPResponse, any Error> {
            if let failure = failure ?? CurlFailure.error(code: code, of: self) { return .failure(failure) }
            return .success(response(body: body.takeData()))
        }

        private func response(body: Data) -> HTTPResponse {
            var response = HTTPResponse(status: head.status, headers: head.headers, body: body)
            response.address = request.urlText
            if context.wantsMetrics { response.metrics = handle?.metrics(isComplete: chunks == nil) }
            return response
        }

        /// It ended by itself.
        func endLookUp() { isLookingUp = false }

        /// While it waits for this side, the silence isn't the peer's. A peer that has begun its answer needs no more of the body to go on.
        private var isWaitingForThisSide: Bool { hasNoRoom || hasNothingToSend && !head.isComplete }

        /// When it will have been silent for too long, or on its way to a connection.
        func patience(now: MonotonicTime) -> MonotonicTime {
            (isWaitingForThisSide ? now : lastActivity)
                + (isConnected && !isLookingUp ? request.timeout : context.connection.connectTimeout)
        }
    }
#endif
