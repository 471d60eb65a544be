#if canImport(CurlShim)
    internal import CurlShim
    internal import Glibc

    /// One request in flight in the engine, and the response as far as it was received.
    ///
    /// Sendable because the engine's lock guards its first part, and only the engine's thread uses the rest.
    final class CurlTransfer: Interruptible, @unchecked Sendable {
        typealias Continuation = UnsafeContinuation<ReceivedResponse, any Error>

        let request: HTTPRequest
        let context: TransferContext
        let engine: CurlEngine

        // Guarded by the engine's lock until the thread takes the transfer.
        var continuation: Continuation?
        var isCancelled = false

        // Used by the engine's thread only, from here on.
        private(set) var handle: CurlHandle?
        var index = 0
        /// Where it is in the engine's queue.
        var place = StreamQueue.Place.none
        private(set) var lastActivity = MonotonicTime.distantFuture
        private(set) var phase = Phase.connecting
        private var route = Route.any
        private var pauses: Pauses = []
        private var headerList: CurlHeaderList?
        private var head = ResponseHead()
        private var framing = BodyFraming.none
        private var body = GrowingBuffer()
        private var sentBytes = 0
        // Counts how often libcurl has begun to send the request.
        private var sendingCount = 0
        // The same before it was started again.
        private var earlierSendings = 0
        // Why a callback stopped the transfer, which libcurl doesn't report.
        private var failure: (any Error)?

        // Receives the chunks of a streamed response; nil for one that is buffered here.
        private let chunks: BodyBuffer?
        // The source of a request body that isn't data.
        let upload: CurlUpload?
        private var hasResumed = false
        // Whether the buffer has chunks that haven't been announced to the reader.
        private var hasGiven = false
        private var uploadedCount: Int64 = 0
        // How many bytes the peer had acknowledged at the first check.
        private var acknowledgedBefore: Int64?
        // How many bytes its connection had received at the last check.
        private var receivedBefore: Int64 = -1
        // Whether a connection was opened for it, rather than an idle one reused.
        private var hasOpenedSocket = false
        // The last socket that was opened for it.
        private var socket: Int32 = -1
        /// The `errno` of the last socket that couldn't be opened; 0 if there is none.
        private(set) var socketError: Int32 = 0
        // When a redirect whose body isn't read counts as complete in any case. If a short body arrives before, its connection can be
        // reused.
        private var redirectEnd: MonotonicTime?
        /// The metrics of a stream, until its end.
        private var measured: TransferMetrics.Shared?
        private var unreadCount = 0
        private static let redirectGrace = Duration.milliseconds(250)
        private static let redirectLimit = 16 << 10
        // Whether its connection uses HTTP/2 or HTTP/3.
        private var isMultiplexed = false

        /// The transfer's progress. Only a lost connection leads back to an earlier phase.
        enum Phase: Comparable {
            /// The name is looked up; known only for a libcurl that can't abandon look-ups.
            case lookingUp
            case connecting
            /// The request's timeout counts from here on.
            case awaitingHead
            case receiving
            /// Its caller has an outcome, while libcurl still looks up its name.
            case abandoned
        }

        /// Which connection it may use.
        private enum Route {
            case any
            /// The options are for an existing connection.
            case idleOnly
            /// There is none, so the options must be those for a new connection.
            case toOpen
            /// It needs a new connection: the idle one had unexpected input, or libcurl may use HTTP/1.1 although the policy is HTTP/2.
            case toRenew
            case renewed
        }

        /// What libcurl has paused.
        private struct Pauses: OptionSet {
            let rawValue: UInt8
            /// The buffer of chunks is full.
            static let receiving = Pauses(rawValue: 1)
            /// No bytes of the body are ready.
            static let sending = Pauses(rawValue: 2)
        }

        init(request: HTTPRequest, context: TransferContext, engine: CurlEngine, chunks: BodyBuffer?, upload: CurlUpload?) {
            self.request = request
            self.context = context
            self.engine = engine
            self.chunks = chunks
            self.upload = upload
        }

        /// Cancels the transfer when its call is ended from outside.
        func interrupt() { engine.cancel(self) }

        /// The last event of a transfer. The caller of a streamed transfer has its head already, so the outcome goes to the reader.
        func end(_ outcome: Result<ReceivedResponse, any Error>) {
            // Released by the thread that allocated it. libcurl may still look up the name of an abandoned transfer.
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
            guard let handle, !pauses.isEmpty else { return }
            pauses = []
            lastActivity = now
            _ = ek_easy_continue(handle.easy)
        }

        /// Wakes the reader of the chunks that have arrived since the last call.
        func announce() {
            hasGiven = false
            chunks?.announce()
        }

        /// The length of the request's body; nil if it isn't known.
        private var bodyLength: Int64? { if let upload { upload.length } else { request.body?.length } }

        /// Whether its body is read while it arrives.
        var isStreamed: Bool { chunks != nil }

        var needsOwnConnection: Bool { request.needsOwnConnection(isGuarded: CurlVersion.loaded.asksBeforeRequests, in: context) }

        /// Takes a handle, which may be reused, and sets its options.
        func prepare(_ handle: CurlHandle, now: MonotonicTime) {
            self.handle = handle
            handle.transfer = self
            lastActivity = now
            let isGuarded = CurlVersion.loaded.asksBeforeRequests
            // Without that callback, the time of the connection isn't known.
            phase = isGuarded ? .connecting : .awaitingHead
            // One copy for all uses.
            let request = request
            let headerList = CurlHeaderList(request)
            self.headerList = headerList
            let needsOwnConnection = needsOwnConnection
            let kind = isStreamed || needsOwnConnection ? nil : RequestKind(request, in: context)
            if let kind, handle.isPrepared(for: kind) {
                setQueueing(of: handle)
                return handle.replaceMessage(request, headerList)
            }
            handle.prepare(for: request, length: bodyLength, in: context, headerList: headerList, sockets: engine.sockets)
            if needsOwnConnection {
                handle.set(EK_CURLOPT_FRESH_CONNECT, 1)
            } else if context.httpVersion == .http2, request.origin.scheme == .http, !CurlVersion.loaded.reusesPriorKnowledge {
                // With this version, libcurl also reuses an HTTP/2 connection, but would begin with HTTP/1.1 on a new one.
                handle.set(EK_CURLOPT_HTTP_VERSION, EK_CURL_HTTP_VERSION_2TLS)
                route = .idleOnly
            }
            setQueueing(of: handle)
            handle.finishPreparing(for: route == .idleOnly ? nil : kind)
        }

        /// Whether its connection may serve other requests at the same time.
        var mayShareConnection: Bool { context.mayShareConnection(for: request) }

        /// A request waits to share a connection that is being made, unless it is known that it can't be shared.
        private func setQueueing(of handle: CurlHandle) {
            if mayShareConnection { handle.set(EK_CURLOPT_PIPEWAIT, engine.mayShareConnections(to: request.origin) ? 1 : 0) }
        }

        /// Starts again, without waiting for the connection of another; nil if it doesn't wait for one.
        func leaveQueue() -> CurlHandle? {
            guard let handle, phase == .connecting, !hasOpenedSocket else { return nil }
            handle.set(EK_CURLOPT_PIPEWAIT, 0)
            return handle
        }

        /// Returns the handle; nil if it was returned before.
        func release() -> CurlHandle? {
            defer { handle = nil }
            handle?.transfer = nil
            return handle
        }

        // MARK: Callbacks

        func beginLookUp() {
            phase = .lookingUp
            lastActivity = engine.now
        }

        /// Notes that the look-up has ended. A libcurl that can't abandon a look-up doesn't report when the connection is made either.
        func endLookUp() {
            if phase == .lookingUp { phase = CurlVersion.loaded.asksBeforeRequests ? .connecting : .awaitingHead }
        }

        /// Whether the caller has its outcome while the look-up continues.
        func abandon() -> Bool {
            guard phase == .lookingUp else { return false }
            phase = .abandoned
            return true
        }

        func openSocket(_ address: UnsafeMutableRawPointer?) -> Int32 {
            endLookUp()
            if isAbandoned || isExpectationRefused || route == .toRenew || route == .toOpen { return Int32(EK_CURL_SOCKET_BAD) }
            // Another connection means that the request would be sent again. It is refused here, because connecting may take long.
            if sendingCount > 0 || head.isComplete, !mayStartOver() { return Int32(EK_CURL_SOCKET_BAD) }
            // A server may end a stream because it requires HTTP/1.1, which libcurl would use now.
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
            // The previous connection was lost, and the connect timeout counts again.
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
            // Input on an idle connection answers no request (RFC 9112, section 9.2), but would be read as the response to this one. In
            // HTTP/2 it belongs to the connection, or to another request.
            isMultiplexed = context.httpVersion == .http2 || context.httpVersion == .http3 || choseHTTP2 == 1
            if !isMultiplexed, !mayUse(handle) {
                route = .toRenew
                return false
            }
            if place != .none { engine.queue.begin(self, on: ek_easy_socket(handle.easy, engine.sockets)) }
            hasOpenedSocket = false
            enter(.awaitingHead)
            sendingCount += 1
            // If this isn't the first time, a reused connection was lost.
            return sendingCount == 1 || mayStartOver()
        }

        /// Whether nothing but the answer will be read from the HTTP/1.1 connection.
        private func mayUse(_ handle: CurlHandle) -> Bool {
            guard hasOpenedSocket else {
                let socket = ek_easy_socket(handle.easy, engine.sockets)
                return socket >= 0 && !ek_easy_has_stray_input(handle.easy, socket)
            }
            // A TCP connection is found later by its local address. A Unix socket has none.
            if context.connection.unixSocket == nil { return true }
            if CurlVersion.loaded.numbersConnections {
                ek_easy_note_socket(handle.easy, engine.sockets, socket)
            } else {
                handle.set(EK_CURLOPT_FORBID_REUSE, 1)
            }
            return true
        }

        private func enter(_ phase: Phase) {
            guard self.phase != phase else { return }
            let wasConnected = isConnected
            self.phase = phase
            lastActivity = engine.now
            // Another timeout counts.
            if isConnected != wasConnected { engine.noteConnection(of: self) }
        }

        /// Whether libcurl may read the body again from the start, for another connection.
        func mayRewind() -> Bool { !isExpectationRefused && mayStartOver() }

        private func mayStartOver() -> Bool {
            sentBytes = 0
            let refusal = CurlFailure.refusalToRepeat(self)
            failure = refusal ?? failure
            return refusal == nil
        }

        /// Restarts the transfer once on a new connection, if that was requested; nil otherwise.
        func startAnew(now: MonotonicTime) -> CurlHandle? {
            guard let handle, route == .toRenew || route == .toOpen else { return nil }
            route = route == .toOpen ? .any : .renewed
            earlierSendings += sendingCount
            sendingCount = 0
            enter(.connecting)
            lastActivity = now
            handle.setHTTPVersion(context.httpVersion, scheme: request.origin.scheme)
            handle.set(EK_CURLOPT_FRESH_CONNECT, 1)
            return handle
        }

        /// Restarts the transfer after the server has declared its request unprocessed more often than libcurl sends it again; nil otherwise, or
        /// if that happened too often.
        func startOver(now: MonotonicTime) -> CurlHandle? {
            guard isMultiplexed, !hasHead, let handle, CurlFailure.isGivenUp(handle) else { return nil }
            // A lost connection would have left another text.
            handle.errorText[0] = 0
            guard earlierSendings + sendingCount < Self.mostSendings, mayStartOver() else {
                failure = failure ?? CurlFailure.unprocessed(request, times: earlierSendings + sendingCount)
                return nil
            }
            enter(.connecting)
            lastActivity = now
            return handle
        }

        /// How often a request is sent that the server declares unprocessed each time.
        private static let mostSendings = 100

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
            if phase < .awaitingHead { return receiveTunnelHeader(line) }
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

        /// Called when the head is complete. Returning false ends the transfer.
        private func endHead() -> Bool {
            if context.httpVersion != .automatic, let refusal = context.httpVersion.refusal(of: handle?.httpVersion, to: request) {
                failure = refusal
                return false
            }
            enter(.receiving)
            framing = head.framing(of: request.method)
            if hasOpenAnswer { engine.noteConnection(of: self) }
            // Bytes of a body, which a HEAD's answer doesn't have, may still be on their way, and would be read as the next answer.
            let mayContinue = request.method == .head && handle?.isHTTP1 == true
            if head.hasAmbiguousEnd || mayContinue { handle?.set(EK_CURLOPT_FORBID_REUSE, 1) }
            // The rest of a broken message would be read as the next answer, and not every TLS library lets us detect that.
            if case .none = framing, request.origin.scheme == .https, let handle, handle.isHTTP1, !ek_easy_sees_stray_input(handle.easy) {
                handle.set(EK_CURLOPT_FORBID_REUSE, 1)
            }
            // A response that doesn't need the rest of the body ends the transfer, but not while sending is paused.
            if pauses.contains(.sending) { engine.resume(self) }
            if isStreamed {
                resume(.success(response()))
            } else if head.leavesBodyUnread(in: context) {
                redirectEnd = engine.now + Self.redirectGrace
                engine.noteConnection(of: self)
            } else if case .length(let length) = framing {
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
            guard phase == .receiving else {
                failure = CurlFailure.malformed("its body began before its head was complete", of: request)
                return 0
            }
            do {
                let before = framing
                var isTaken = true
                try framing.take(bytes) { isTaken = keep($0) }
                guard isTaken else {
                    // libcurl keeps these bytes, and pauses reading from the socket.
                    framing = before
                    if failure != nil { return 0 }
                    pauses.insert(.receiving)
                    return EK_CURL_FUNC_PAUSE
                }
            } catch {
                failure = CurlFailure.malformed(error.description, of: request)
                return 0
            }
            if framing.hasExcess { handle?.set(EK_CURLOPT_FORBID_REUSE, 1) }
            noteWholeAnswer()
            return bytes.count
        }

        /// False if the buffer is full, there is no memory, or the limit is exceeded.
        private func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
            if let chunks {
                guard chunks.give(bytes) else { return false }
                if !hasGiven { engine.noteChunks(of: self) }
                hasGiven = true
                return true
            }
            if isUnreadRedirect {
                unreadCount += bytes.count
                if unreadCount > Self.redirectLimit { failure = APIError.bodyTooLarge(request, limit: Self.redirectLimit) }
                return failure == nil
            }
            let limit = context.bodyLimit(of: request)
            if body.count + bytes.count <= limit, body.append(bytes) { return true }
            failure = APIError.bodyTooLarge(request, limit: limit)
            return false
        }

        func provideBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            if isAbandoned { return EK_CURL_READFUNC_ABORT }
            if let upload {
                switch upload.take(buffer) {
                case .bytes(let count): return count
                case .end: return 0
                case .nothingYet:
                    pauses.insert(.sending)
                    return EK_CURL_FUNC_PAUSE
                case .failed(let error):
                    failure = error
                    return EK_CURL_READFUNC_ABORT
                }
            }
            guard case .data(let data)? = request.body?.content else {
                failure = APIError.impossible("libcurl asked for the body of a request that has none")
                return EK_CURL_READFUNC_ABORT
            }
            let count = data.dropFirst(sentBytes).copyBytes(to: buffer)
            sentBytes += count
            return count
        }

        // MARK: Outcome

        var hasHead: Bool { head.isComplete }
        var isAbandoned: Bool { phase == .abandoned }
        /// Whether the server has stated that it didn't process the request (REFUSED_STREAM, or GOAWAY with a lower stream), so that
        /// libcurl wants to send it again. A lost HTTP/2 connection leaves a text instead.
        var isRefusedUnread: Bool { isMultiplexed && !hasHead && handle.map { $0.errorText[0] == 0 } == true }
        var isConnected: Bool { phase == .awaitingHead || phase == .receiving }

        /// Whether the policy is HTTP/2 and it isn't known yet whether the server supports it: there is no head, and the connection is new.
        var isFirstInHTTP2: Bool {
            guard context.httpVersion == .http2, !hasHead, let handle else { return false }
            return ek_easy_info_long(handle.easy, EK_CURLINFO_NUM_CONNECTS) > 0
        }

        /// Whether the whole answer has arrived. Only the answer's own framing decides that.
        var hasWholeAnswer: Bool { phase == .receiving && framing.isComplete }

        /// Whether an HTTP/2 server has answered before it got the whole body, and so doesn't need the rest. 7.88.1 still waits for space
        /// to send it, and polls for that without pause.
        var isAnsweredEarly: Bool {
            guard request.body != nil, let handle, hasWholeAnswer, handle.httpVersion == .http2 else { return false }
            guard let length = bodyLength else { return upload?.hasEnded == false }
            return ek_easy_info_offset(handle.easy, EK_CURLINFO_SIZE_UPLOAD) < length
        }

        /// Whether the request's body may be in flight, which libcurl doesn't report.
        private var mayBeSending: Bool { isConnected && request.body != nil && !isUnreadRedirect }

        /// Notes whether the server has taken more of the request's body since the last call. Bytes in the buffers on the way don't count:
        /// libcurl's buffer takes 64 KB at once, and the kernel's buffer grows.
        func noteSending(now: MonotonicTime) {
            guard mayBeSending, let handle else { return }
            let taken = ek_easy_info_offset(handle.easy, EK_CURLINFO_SIZE_UPLOAD)
            let acknowledged = ek_easy_acknowledged(handle.easy, engine.sockets)
            let count: Int64
            if acknowledged >= 0 {
                let before = acknowledgedBefore ?? acknowledged
                acknowledgedBefore = before
                // Other requests may use the same connection, but this one waits only for its own bytes.
                count = min(taken, acknowledged - before)
            } else {
                count = taken - ek_easy_unacknowledged(handle.easy, engine.sockets)
            }
            // 7.88.1 forgets a stream that the server has ended before the request's last bytes were sent.
            if hasOpenAnswer, !CurlVersion.loaded.deliversResetStreams, pauses.isEmpty { ek_easy_look_again(handle.easy) }
            guard count > uploadedCount else { return }
            uploadedCount = count
            lastActivity = now
        }

        private var isAwaitingOwnHead: Bool { phase == .awaitingHead && !isMultiplexed }

        /// Notes whether a part of a head has arrived since the last call: libcurl reports only whole lines. On a connection that others share,
        /// the bytes may be theirs.
        func noteReceiving(now: MonotonicTime) {
            guard isAwaitingOwnHead, now >= lastActivity + request.timeout / 2, let handle else { return }
            let count = ek_easy_received(handle.easy, engine.sockets)
            if receivedBefore >= 0, count > receivedBefore { lastActivity = now }
            receivedBefore = count
        }

        /// When to check whether the peer is silent. While a body is sent, checks are frequent enough to know when the silence began.
        func nextLook(now: MonotonicTime) -> MonotonicTime {
            let end = patience(now: now)
            guard mayBeSending else {
                // The first check comes when half of the time is over, so that most answers need none.
                return isAwaitingOwnHead ? min(end, max(lastActivity + request.timeout / 2, now + request.timeout / 8)) : end
            }
            let isForgetful = hasOpenAnswer && !CurlVersion.loaded.deliversResetStreams
            return min(end, now + (isForgetful ? min(request.timeout / 8, .milliseconds(50)) : request.timeout / 8))
        }

        /// An HTTP/2 server's answer that came before it got the whole body, if only the end of the stream marks the answer's end: see
        /// `CurlVersion`. nil if a reader has it, or for any other answer.
        var openAnswer: HTTPResponse? { hasOpenAnswer && !isStreamed ? response().response(to: request) : nil }

        private var hasOpenAnswer: Bool { request.body != nil && head.isComplete && framing.endsWithStream }

        /// Whether the server answered 417 to the caller's own Expect. libcurl would send the request again without it, and join both
        /// responses.
        var isExpectationRefused: Bool { head.isComplete && head.status.rawValue == 417 && request.headers.contains("Expect") }

        func outcome(code: Int32) -> Result<ReceivedResponse, any Error> {
            if let measured, let handle { measured.complete(handle.metrics(isComplete: true)) }
            if code == 0 || CurlFailure.isEndOfStream(code, of: self) { framing.end() }
            if isUnreadRedirect { return .success(response()) }
            if let failure = failure ?? CurlFailure.error(code: code, of: self) { return .failure(failure) }
            return .success(response())
        }

        /// Whether the head alone is the outcome, whatever happens to the body.
        var isUnreadRedirect: Bool { redirectEnd != nil }

        private func response() -> ReceivedResponse {
            var body = GrowingBuffer()
            swap(&body, &self.body)
            return ReceivedResponse(
                status: head.status, fields: head.takeFields(), body: body,
                // A 205 without a byte isn't truncated, because it should have no content (RFC 9110, section 15.3.6).
                endsWithConnection: framing.endsWithConnection && !isUnreadRedirect && head.status != .resetContent,
                endsWithStream: framing.endsWithStream,
                measured: measuredResponse())
        }

        /// Those of a stream are completed at its end.
        private func measuredResponse() -> TransferMetrics.Shared? {
            guard context.wantsMetrics, let handle else { return nil }
            let measured = TransferMetrics.Shared(handle.metrics(isComplete: !isStreamed))
            if isStreamed { self.measured = measured }
            return measured
        }

        /// While the transfer waits for this side, the peer's silence doesn't count. A peer that has begun its response doesn't wait for
        /// the body.
        private var isWaitingForThisSide: Bool { pauses.contains(.receiving) || pauses.contains(.sending) && !head.isComplete }

        /// When its timeout ends: the request's timeout, or the connect timeout if there is no connection.
        func patience(now: MonotonicTime) -> MonotonicTime {
            if let redirectEnd { return redirectEnd }
            return (isWaitingForThisSide ? now : lastActivity)
                + (isConnected ? request.timeout : context.connection.connectTimeout)
        }
    }
#endif
