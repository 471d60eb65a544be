#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Glibc

    /// One request in flight in the engine, and as much of the response as has been received.
    ///
    /// Sendable because the engine's lock guards the first properties, and only the engine's thread uses the others.
    final class CurlTransfer: Interruptible, @unchecked Sendable {
        typealias Continuation = UnsafeContinuation<ReceivedResponse, any Error>

        let request: HTTPRequest
        let context: TransferContext
        let engine: CurlEngine

        // Guarded by the engine's lock until the thread takes the transfer.
        var continuation: Continuation?
        var isCancelled = false

        // Only the engine's thread uses the properties below.
        var handle: CurlHandle?
        var index = 0
        /// Its state in the engine's queue.
        var place = StreamQueue.Place.none
        var lastActivity = MonotonicTime.distantFuture
        var phase = Phase.connecting
        var isLookingUp = false
        var route = Route.any
        var pauses: Pauses = []
        var headerList: CurlHeaderList?
        var head = ResponseHead()
        var framing = BodyFraming.none
        var body = GrowingBuffer()
        var sentBytes = 0
        // How often libcurl has begun to send the request.
        var sendingCount = 0
        // The same count for the attempts before the transfer was restarted.
        var earlierSendings = 0
        // Why a callback stopped the transfer; libcurl doesn't report the reason.
        var failure: (any Error)?

        // Receives the chunks of a streamed response; nil if the response is buffered here.
        let chunks: BodyBuffer?
        // The source of a request body that isn't data.
        let upload: CurlUpload?
        var hasResumed = false
        // Whether the buffer has chunks that haven't been announced to the reader.
        var hasGiven = false
        var progress = UploadProgress()
        // How many bytes the connection had received at the last check.
        var receivedBefore: Int64 = -1
        // Whether a new connection was opened for it.
        var hasOpenedSocket = false
        // Whether its connection existed before.
        var isReused = false
        // The last socket that was opened for it.
        var socket: Int32 = -1
        /// The `errno` of the last socket that couldn't be opened; 0 if there is none.
        var socketError: Int32 = 0
        /// Whether it waits for a descriptor, because none was left.
        var descriptorWait = DescriptorWait.none
        // The time at which a redirect whose body isn't read counts as complete in any case. If its body is short and arrives earlier, the
        // connection can be reused.
        var redirectEnd: MonotonicTime?
        /// When libcurl started counting its times.
        var start = MonotonicTime.distantFuture
        /// When the first line of the response arrived.
        var firstLine: MonotonicTime?
        /// When the head that is arriving began, or the interim head before it, or the trailers.
        var headStart: MonotonicTime?
        /// The metrics of a stream until it ends.
        var measured: TransferMetrics.Shared?
        var unreadCount = 0
        static let redirectGrace = Duration.milliseconds(250)
        static let redirectLimit = 16 << 10
        // Whether its connection uses HTTP/2 or HTTP/3.
        var isMultiplexed = false
        // libcurl's numbers for the connection that it has chosen, and for that of the request, if it reports why streams end.
        var chosenConnection: UInt32?
        var streamConnection: UInt32?
        var connectionEnd = ConnectionEnd.unknown
        // Whether the connection may be closed although nothing on it was invalid.
        var mayConnectionEnd = false
        // The stream of its request, and whether the server has stated that it didn't process that stream, if libcurl reports why streams end.
        var streamNumber: UInt32 = 0
        var isExcluded = false

        /// The transfer's progress. It returns to an earlier phase only if a connection is lost.
        enum Phase: Comparable {
            /// The name is being looked up; this is known only if libcurl can't abandon look-ups.
            case lookingUp
            case connecting
            /// From here on, the request's timeout applies.
            case awaitingHead
            case receiving
            /// Its caller has received an outcome, but libcurl is still looking up its name.
            case abandoned
        }

        /// Which connections it may use.
        enum Route {
            case any
            /// The options are those for an existing connection.
            case idleOnly
            /// There is no such connection, so the options must be those for a new one.
            case toOpen
            /// It needs a new connection, because the idle one can't be used, or because libcurl may use HTTP/1.1 although the policy is
            /// HTTP/2.
            case toRenew
            case renewed
        }

        enum DescriptorWait {
            case none, waiting
            /// It was tried again.
            case over
        }

        /// What libcurl has paused.
        struct Pauses: OptionSet {
            let rawValue: UInt8
            /// The buffer for chunks is full.
            static let receiving = Pauses(rawValue: 1)
            /// No bytes of the body are ready.
            static let sending = Pauses(rawValue: 2)
        }

        /// How often a request is sent if the server declares it unprocessed each time.
        static let mostSendings = 100

        init(request: HTTPRequest, context: TransferContext, engine: CurlEngine, chunks: BodyBuffer?, upload: CurlUpload?) {
            self.request = request
            self.context = context
            self.engine = engine
            self.chunks = chunks
            self.upload = upload
        }

        /// Cancels the transfer when its call is ended from outside.
        func interrupt() { engine.cancel(self) }

        /// The last event of a transfer. The caller of a streamed transfer already has its head, so the outcome goes to the reader.
        func end(_ outcome: Result<ReceivedResponse, any Error>) {
            // Must be released by the thread that allocated it. libcurl may still be looking up the name for an abandoned transfer.
            if handle == nil { headerList = nil }
            resume(outcome)
            chunks?.end(outcome.map { _ in })
            upload?.stop()
        }

        func resume(_ outcome: Result<ReceivedResponse, any Error>) {
            if !hasResumed { continuation?.resume(with: outcome) }
            hasResumed = true
        }

        func resume(now: MonotonicTime) {
            guard let handle, !pauses.isEmpty else { return }
            pauses = []
            lastActivity = now
            _ = ek_easy_continue(handle.easy)
        }

        /// Wakes the reader if chunks have arrived since the last call.
        func announce() {
            hasGiven = false
            chunks?.announce()
        }

        /// The length of the request's body; nil if it isn't known.
        var bodyLength: Int64? { if let upload { upload.length } else { request.body?.length } }

        /// Whether its body is read while it is arriving.
        var isStreamed: Bool { chunks != nil }

        var needsOwnConnection: Bool {
            context.needsNewConnection || request.needsOwnConnection(isGuarded: CurlVersion.loaded.asksBeforeRequests, in: context)
        }

        /// Takes a handle, which may be reused, and sets its options.
        func prepare(_ handle: CurlHandle, now: MonotonicTime) {
            self.handle = handle
            handle.transfer = self
            lastActivity = now
            start = now
            let isGuarded = CurlVersion.loaded.asksBeforeRequests
            // Without that callback, the moment at which the connection is established isn't known.
            phase = isGuarded ? .connecting : .awaitingHead
            // Copied once, for all uses.
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

        /// A request waits to share a connection that is being made, unless it is known that the connection can't be shared.
        func setQueueing(of handle: CurlHandle) {
            if mayShareConnection { handle.set(EK_CURLOPT_PIPEWAIT, engine.mayShareConnections(to: request.origin) ? 1 : 0) }
        }

        /// Restarts it without waiting for another transfer's connection; nil if it wasn't waiting.
        func leaveQueue() -> CurlHandle? {
            guard let handle, phase == .connecting, !hasOpenedSocket, descriptorWait != .waiting else { return nil }
            handle.set(EK_CURLOPT_PIPEWAIT, 0)
            return handle
        }

        /// Returns the handle; nil if it has been returned before.
        func release() -> CurlHandle? {
            defer { handle = nil }
            endLookUp()
            handle?.transfer = nil
            return handle
        }
    }
#endif
