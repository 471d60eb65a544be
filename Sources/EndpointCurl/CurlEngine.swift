#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Glibc
    internal import Synchronization

    /// libcurl's multi handle, and the only thread that uses it.
    ///
    /// Callers put commands into the mailbox. The thread takes them, lets libcurl work, ends completed transfers, and sleeps in epoll until a
    /// socket, libcurl's timer or a command wakes it. The cost of a call therefore doesn't depend on the number of silent transfers.
    final class CurlEngine: @unchecked Sendable {
        let mailbox: EngineMailbox
        let group: EngineGroup
        let sharing: SharingCount
        let losses: ConnectionLosses
        /// Its index among the engines of its pool.
        let index: Int
        private let transfers = Atomic(0)
        private let streams = Atomic(0)
        // Written only while the mailbox is locked.
        private let running = Atomic(false)
        /// nil while no thread is running.
        var multi: OpaquePointer?
        /// The sockets of the multi handle's connections.
        let sockets: OpaquePointer
        // Identifies the process that owns the thread.
        private let forkCount = ek_fork_count()

        // Only the thread uses the properties below.
        /// The time at which the loop's current turn began. Reading the clock for each event would cost more than handling the event.
        var now = MonotonicTime.now
        var active: [CurlTransfer] = []
        var spareHandles: [CurlHandle] = []
        /// Transfers that have ended for their callers, although libcurl is still looking up the name.
        var abandoned: [CurlTransfer] = []
        /// Streamed transfers with chunks that haven't been announced to their readers.
        var given: [CurlTransfer] = []
        var taken: [EngineMailbox.Command] = []
        /// Transfers that have ended. Their callers are resumed together after libcurl's work, because a thread that is woken for each
        /// transfer would sleep in between.
        var ended: [(transfer: CurlTransfer, outcome: Result<ReceivedResponse, any Error>)] = []
        /// Transfers with a request body whose whole response has arrived.
        var answered: [CurlTransfer] = []
        /// No transfer can time out before this time.
        var nextSilenceCheck = MonotonicTime.distantFuture
        var sweep = ConnectionSweep()
        var idleConnections = IdleConnections()
        var relief: Relief?
        var queue = StreamQueue()
        var streamEnds = StreamEnds()
        var unsharedOrigins = UnsharedOrigins()
        /// Origins whose requests needn't wait for a connection to share, because connections to them can't be shared.
        var releasedOrigins: Set<Origin> = []
        var idleEnd = MonotonicTime.distantFuture
        /// Whether the thread should end as soon as nothing is in flight.
        var isToRest = false

        init(group: EngineGroup, sharing: SharingCount, losses: ConnectionLosses, index: Int) {
            self.group = group
            self.sharing = sharing
            self.losses = losses
            self.index = index
            sockets = ek_sockets_new(Int32(DescriptorReserve.count))
            mailbox = EngineMailbox(sockets: sockets)
        }

        // The multi handle, which closes the connections, is gone by now.
        deinit { ek_sockets_free(sockets) }

        /// - Parameter transfer: already counted when its engine was chosen.
        func start(_ transfer: CurlTransfer, resuming continuation: CurlTransfer.Continuation) {
            // Checked before locking, because one of the parent's threads may have held the lock when the process was forked.
            if isForked {
                return continuation.resume(
                    throwing: APIError(
                        .configuration,
                        "The transport's thread and connections belong to the parent process: create a CurlTransport after the fork.",
                        request: transfer.request))
            }
            if !isRunning, CurlTransfer.lackDescriptors { Self.relieve() }
            let refusal: (any Error)? = mailbox.withLock { mailbox in
                // A transfer that was cancelled before it started opens no connection.
                if transfer.isCancelled { return CancellationError() }
                if !isRunning, let problem = startThread() {
                    return TransportFailure(.connect, detail: problem).error(for: transfer.request)
                }
                transfer.continuation = continuation
                mailbox.leave(.start(transfer))
                return nil
            }
            guard let refusal else { return }
            count(transfer, -1)
            continuation.resume(throwing: refusal)
        }

        var isForked: Bool { ek_fork_count() != forkCount }

        /// How many transfers are in flight.
        var transferCount: Int { transfers.load(ordering: .relaxed) }

        /// How many transfers in flight are streams, which may be silent for a long time.
        var streamCount: Int { streams.load(ordering: .relaxed) }

        func count(_ transfer: CurlTransfer, _ change: Int) {
            count(change, of: transfer.request, isStream: transfer.isStreamed, mayShareConnection: transfer.mayShareConnection)
        }

        func count(_ change: Int, of request: borrowing HTTPRequest, isStream: Bool, mayShareConnection: Bool) {
            transfers.add(change, ordering: .relaxed)
            if isStream { streams.add(change, ordering: .relaxed) }
            if group.limit > 1, mayShareConnection { sharing.add(change, to: request.origin, at: index) }
        }

        func cancel(_ transfer: CurlTransfer) {
            if isForked { return }
            mailbox.withLock { mailbox in
                transfer.isCancelled = true
                // Without a continuation, the transfer hasn't started and never will.
                if transfer.continuation != nil { mailbox.leave(.cancel(transfer)) }
            }
        }

        /// Resumes a transfer that is waiting for space in its buffer, or for bytes to send.
        func resume(_ transfer: CurlTransfer) {
            if isForked { return }
            mailbox.withLock { $0.leave(.resume(transfer)) }
        }

        /// Ends the thread. No transfer is in flight, because each transfer retains its transport.
        func stop() {
            // The parent process closes the connections.
            if isForked { return }
            mailbox.stop()
        }

        /// Whether the engine has a thread.
        var isRunning: Bool { running.load(ordering: .relaxed) }

        /// Called with the mailbox locked.
        func setRunning(_ isRunning: Bool) { running.store(isRunning, ordering: .relaxed) }

        /// Ends the thread and closes its connections as soon as nothing is in flight. The next transfer starts another thread.
        func rest() { mailbox.rest() }
    }
#endif
