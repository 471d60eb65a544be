#if canImport(CurlShim)
    internal import CurlShim
    internal import Glibc
    internal import Synchronization

    /// libcurl's multi handle, and the only thread that uses it.
    ///
    /// Callers put commands into the mailbox; the thread takes them, lets libcurl work, ends completed transfers, and sleeps in
    /// `curl_multi_poll` until a socket or a command wakes it. A command wakes the thread only if it sleeps.
    final class CurlEngine: @unchecked Sendable {
        private enum Command {
            case start(CurlTransfer)
            case cancel(CurlTransfer)
            case resume(CurlTransfer)
        }

        private struct Mailbox {
            var commands: [Command] = []
            var isAsleep = false
            var isStopped = false
            var isToRest = false
        }

        private let mailbox = Mutex(Mailbox())
        private let group: EngineGroup
        private let sharing: SharingCount
        /// Its place among the engines of its pool.
        let index: Int
        private let transfers = Atomic(0)
        // Written only with the mailbox locked.
        private let running = Atomic(false)
        /// nil while no thread runs.
        private(set) var multi: OpaquePointer?
        /// The sockets of the multi handle's connections.
        let sockets: OpaquePointer

        // Only the thread uses the properties from here on.
        private(set) var active: [CurlTransfer] = []
        private var spareHandles: [CurlHandle] = []
        private let spareLimit = CurlVersion.loaded.reusesHandles ? 256 : 0
        // Transfers that have ended for their callers, while libcurl still looks up the name.
        private var abandoned: [CurlTransfer] = []
        // Streamed transfers with chunks that weren't announced to their readers.
        private var given: [CurlTransfer] = []
        private var taken: [Command] = []
        // Transfers that have ended. Their callers are resumed together after libcurl's work, because a thread that is woken for each one
        // sleeps in between.
        private var ended: [(transfer: CurlTransfer, outcome: Result<ReceivedResponse, any Error>)] = []
        /// The time when the loop's turn began. Reading the clock for each event would cost more than handling the event.
        private(set) var now = MonotonicTime.now
        // Transfers with a body whose whole answer has arrived.
        private var answered: [CurlTransfer] = []
        // No transfer can time out before this.
        private var nextSilenceCheck = MonotonicTime.distantFuture
        private var sweep = ConnectionSweep()
        private var unsharedOrigins = UnsharedOrigins()
        // Origins whose requests needn't wait for a connection to share, because connections to them can't be shared.
        private var releasedOrigins: Set<Origin> = []
        // How many engines of the transport share the limit of idle connections.
        private var sharerCount = 0
        private var idleEnd = MonotonicTime.distantFuture
        // Whether the thread is to end at once if nothing is in flight.
        private var isToRest = false
        // Identifies the process that owns the thread.
        private let forkCount = ek_fork_count()

        init(group: EngineGroup, sharing: SharingCount, index: Int) {
            self.group = group
            self.sharing = sharing
            self.index = index
            sockets = ek_sockets_new()
        }

        // The multi handle, which closes the connections, is gone by now.
        deinit { ek_sockets_free(sockets) }

        // MARK: From any thread

        func start(_ transfer: CurlTransfer, resuming continuation: CurlTransfer.Continuation) {
            // Checked before locking, because a thread of the parent may have held the lock at the fork.
            if isForked {
                return continuation.resume(
                    throwing: APIError(
                        .configuration,
                        "The transport's thread and connections belong to the parent process: create a CurlTransport after the fork.",
                        request: transfer.request))
            }
            let refusal: (any Error)? = mailbox.withLock { mailbox in
                // A transfer that was cancelled before its start opens no connection.
                if transfer.isCancelled { return CancellationError() }
                if !isRunning, let problem = startThread() {
                    ek_multi_cleanup(multi)
                    multi = nil
                    return APIError(.connection, problem, request: transfer.request)
                }
                transfer.continuation = continuation
                count(transfer, 1)
                leave(.start(transfer), in: &mailbox)
                return nil
            }
            if let refusal { continuation.resume(throwing: refusal) }
        }

        var isForked: Bool { ek_fork_count() != forkCount }

        /// How many transfers are in flight.
        var transferCount: Int { transfers.load(ordering: .relaxed) }

        private func count(_ transfer: CurlTransfer, _ change: Int) {
            transfers.add(change, ordering: .relaxed)
            if group.limit > 1, transfer.mayShareConnection { sharing.add(change, to: transfer.request.origin, at: index) }
        }

        func cancel(_ transfer: CurlTransfer) {
            if isForked { return }
            mailbox.withLock { mailbox in
                transfer.isCancelled = true
                // Without a continuation it hasn't started, and won't start.
                if transfer.continuation != nil { leave(.cancel(transfer), in: &mailbox) }
            }
        }

        /// Resumes a transfer that waits for space in its buffer, or for bytes to send.
        func resume(_ transfer: CurlTransfer) {
            if isForked { return }
            mailbox.withLock { leave(.resume(transfer), in: &$0) }
        }

        /// Ends the thread. No transfer is in flight, because each retains its transport.
        func stop() {
            // The parent process closes the connections.
            if isForked { return }
            mailbox.withLock { mailbox in
                mailbox.isStopped = true
                wake(&mailbox)
            }
        }

        /// Whether the engine has a thread.
        var isRunning: Bool { running.load(ordering: .relaxed) }

        /// Ends the thread and closes its connections, as soon as nothing is in flight. The next transfer starts another thread.
        func rest() {
            mailbox.withLock { mailbox in
                mailbox.isToRest = true
                wake(&mailbox)
            }
        }

        private func leave(_ command: Command, in mailbox: inout Mailbox) {
            mailbox.commands.append(command)
            wake(&mailbox)
        }

        private func wake(_ mailbox: inout Mailbox) {
            guard mailbox.isAsleep else { return }
            mailbox.isAsleep = false
            ek_multi_wakeup(multi)
        }

        // MARK: The thread

        /// Returns nil if the thread was started, otherwise the reason.
        private func startThread() -> String? {
            multi = ek_multi_init()
            sharerCount = 0
            // Without descriptors for the wake-up, no command would reach the thread.
            guard multi != nil, limitIdleConnections(sharedBy: group.runningCount + 1), ek_multi_wakeup(multi) == 0 else {
                return "libcurl could not start: no memory or no file descriptors are left."
            }
            let context = Unmanaged.passRetained(self).toOpaque()
            var thread = pthread_t()
            let failure = pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    Unmanaged<CurlEngine>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                }, context)
            if failure == 0 {
                pthread_detach(thread)
                running.store(true, ordering: .relaxed)
                group.noteStart()
                return nil
            }
            Unmanaged<CurlEngine>.fromOpaque(context).release()
            return "The transport could not start its thread: the limit of threads is reached."
        }

        /// Limits idle connections to this engine's share. libcurl closes those beyond the limit when others become idle. Returns false if
        /// libcurl rejects the limit.
        @discardableResult private func limitIdleConnections(sharedBy count: Int) -> Bool {
            if count == sharerCount { return true }
            sharerCount = count
            var limit = rlimit()
            let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
            let most = isKnown ? CurlTransport.mostIdleConnections(ofDescriptors: Int(clamping: limit.rlim_cur), engines: count) : 1
            return ek_multi_set_long(multi, EK_CURLMOPT_MAXCONNECTS, most) == 0
        }

        private func run() {
            // The name that tools show for the thread.
            ek_thread_set_name("curl engine")
            // Blocks SIGPIPE, because a TLS library may write to a socket that the peer has closed.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)

            // The engine may be much older than its thread.
            now = .now
            idleEnd = .distantFuture
            while takeCommands() {
                for command in taken {
                    switch command {
                    case .start(let transfer): add(transfer)
                    case .cancel(let transfer): if transfer.handle != nil { finish(transfer, .failure(CancellationError())) }
                    case .resume(let transfer): transfer.resume(now: now)
                    }
                }
                taken.removeAll(keepingCapacity: true)
                limitIdleConnections(sharedBy: group.runningCount)
                ek_multi_perform(multi)
                announceChunks()
                finishDone()
                finishAnswered()
                releaseQueued()
                if now >= nextSilenceCheck { endSilent() }
                sweep.begin(on: self)
                resumeCallers()
                if hasRested() { return }
                sleep()
            }
            // Ends streams whose readers were released, if their cancel came together with the stop.
            while let transfer = active.last { finish(transfer, .failure(CancellationError())) }
            resumeCallers()
            for transfer in abandoned { remove(transfer.release()) }
            close()
        }

        private func close() {
            sweep.end(on: self)
            sweep = ConnectionSweep()
            for handle in spareHandles { handle.destroy() }
            spareHandles = []
            ek_multi_cleanup(multi)
            multi = nil
            group.noteEnd()
        }

        /// Ends the thread if it has been idle for long enough.
        private func hasRested() -> Bool {
            guard active.isEmpty, abandoned.isEmpty else {
                idleEnd = .distantFuture
                return false
            }
            if idleEnd == .distantFuture { idleEnd = now + group.idleLimit }
            guard isToRest || now >= idleEnd else { return false }
            return mailbox.withLock { mailbox in
                guard mailbox.commands.isEmpty, !mailbox.isStopped else { return false }
                // Under the lock, because the next transfer starts another thread.
                close()
                isToRest = false
                running.store(false, ordering: .relaxed)
                return true
            }
        }

        /// Returns false if the engine was stopped.
        private func takeCommands() -> Bool {
            mailbox.withLock { mailbox in
                swap(&mailbox.commands, &taken)
                mailbox.isAsleep = false
                // It stays so until nothing is in flight.
                if mailbox.isToRest { isToRest = true }
                mailbox.isToRest = false
                return !mailbox.isStopped
            }
        }

        private func sleep() {
            let mayPoll = mailbox.withLock { mailbox in
                mailbox.isAsleep = mailbox.commands.isEmpty && !mailbox.isStopped
                return mailbox.isAsleep
            }
            guard mayPoll else {
                now = .now
                return
            }
            var end = sweep.nextLook
            end = min(end, active.isEmpty ? idleEnd : nextSilenceCheck)
            let timeout = end == .distantFuture ? Int32.max : (end - now).clampedMilliseconds
            if sweep.listens(on: self) {
                ek_multi_poll_sockets(multi, sockets, timeout)
            } else {
                ek_multi_poll(multi, timeout)
            }
            now = .now
            sweep.look(on: self)
        }

        private func add(_ transfer: CurlTransfer) {
            guard let handle = spareHandles.popLast() ?? CurlHandle() else {
                return end(transfer, .failure(APIError(.connection, "libcurl has no memory for another transfer.")))
            }
            transfer.prepare(handle, now: now)
            transfer.index = active.count
            active.append(transfer)
            nextSilenceCheck = min(nextSilenceCheck, transfer.patience(now: now))
            // The look-up begins later, but its limit must be watched from now on.
            if !CurlVersion.loaded.abandonsLookUps {
                nextSilenceCheck = min(nextSilenceCheck, now + transfer.context.connection.connectTimeout)
            }
            let fault = handle.fault(of: transfer.request) ?? SystemAuthorities.distrust(of: transfer)
            if let fault { return finish(transfer, .failure(fault)) }
            let code = ek_multi_add(multi, handle.easy)
            if code != 0 { finish(transfer, .failure(Self.refusal(code))) }
        }

        private static func refusal(_ code: Int32) -> APIError {
            .impossible("libcurl refused a new transfer with result \(code)")
        }

        /// Runs on the engine's thread when a transfer gets or loses its connection, because another timeout then applies.
        func noteConnection(of transfer: CurlTransfer) {
            nextSilenceCheck = min(nextSilenceCheck, transfer.nextLook(now: transfer.lastActivity))
        }

        /// Runs on the engine's thread when a reader has chunks. The reader is woken once for all chunks of a turn.
        func noteChunks(of transfer: CurlTransfer) { given.append(transfer) }

        private func announceChunks() {
            if given.isEmpty { return }
            for transfer in given { transfer.announce() }
            given.removeAll(keepingCapacity: true)
        }

        private func finishDone() {
            var code: Int32 = 0
            while let easy = ek_multi_next_done(multi, &code) {
                guard let transfer = CurlTransfer.of(ek_easy_private(easy)) else {
                    sweep.end(on: self)
                    continue
                }
                transfer.endLookUp()
                if !transfer.isAbandoned, let handle = transfer.startAnew(now: now) {
                    ek_multi_remove(multi, handle.easy)
                    if ek_multi_add(multi, handle.easy) == 0 { continue }
                }
                if transfer.isAbandoned {
                    abandoned.removeAll { $0 === transfer }
                    remove(transfer.release())
                } else {
                    // libcurl 7.88.1 forgets some transfers that wait for a connection if it couldn't be made.
                    if transfer.phase == .connecting, transfer.mayShareConnection { releasedOrigins.insert(transfer.request.origin) }
                    finish(transfer, transfer.outcome(code: code))
                }
            }
        }

        func mayShareConnections(to origin: Origin) -> Bool { !unsharedOrigins.contains(origin) }

        /// Runs on the engine's thread when a server's choice of the version is known.
        func note(isShareable: Bool, of origin: Origin) {
            guard unsharedOrigins.note(isShareable: isShareable, origin) else { return }
            if !isShareable { releasedOrigins.insert(origin) }
            sharing.note(isShareable: isShareable, origin)
        }

        private func releaseQueued() {
            if releasedOrigins.isEmpty { return }
            var refused: [(CurlTransfer, Int32)] = []
            for transfer in active where releasedOrigins.contains(transfer.request.origin) {
                guard let handle = transfer.leaveQueue() else { continue }
                // libcurl counts the wait as connecting.
                ek_multi_remove(multi, handle.easy)
                let code = ek_multi_add(multi, handle.easy)
                if code != 0 { refused.append((transfer, code)) }
            }
            for (transfer, code) in refused { finish(transfer, .failure(Self.refusal(code))) }
            releasedOrigins.removeAll()
        }

        /// Runs on the engine's thread when the last byte of an answer has arrived, by its length.
        func noteWholeAnswer(of transfer: CurlTransfer) { answered.append(transfer) }

        private func finishAnswered() {
            if answered.isEmpty { return }
            for transfer in answered where transfer.isAnsweredEarly { finish(transfer, transfer.outcome(code: 0)) }
            answered.removeAll(keepingCapacity: true)
        }

        private func endSilent() {
            nextSilenceCheck = .distantFuture
            for transfer in active {
                transfer.noteSending(now: now)
                if transfer.patience(now: now) <= now {
                    // A complete response counts, even if its server reads no more of the request.
                    let isAnswered = transfer.hasWholeAnswer || transfer.isUnreadRedirect
                    finish(transfer, isAnswered ? transfer.outcome(code: 0) : .failure(CurlFailure.silence(of: transfer)))
                } else {
                    nextSilenceCheck = min(nextSilenceCheck, transfer.nextLook(now: now))
                }
            }
        }

        /// Removes the handle, which closes the socket of an incomplete transfer. The caller is resumed at the end of the loop's turn.
        private func finish(_ transfer: CurlTransfer, _ outcome: Result<ReceivedResponse, any Error>) {
            guard !transfer.isAbandoned else { return }
            if transfer.abandon() {
                abandoned.append(transfer)
            } else {
                guard let handle = transfer.release() else { return }
                ek_multi_remove(multi, handle.easy)
                if spareHandles.count < spareLimit { spareHandles.append(handle) } else { handle.destroy() }
            }
            let last = active.removeLast()
            if last !== transfer {
                active[transfer.index] = last
                last.index = transfer.index
            }
            ended.append((transfer, outcome))
        }

        private func resumeCallers() {
            if ended.isEmpty { return }
            for (transfer, outcome) in ended { end(transfer, outcome) }
            ended.removeAll(keepingCapacity: true)
        }

        private func end(_ transfer: CurlTransfer, _ outcome: Result<ReceivedResponse, any Error>) {
            // Before the caller can make the next call.
            count(transfer, -1)
            transfer.end(outcome)
        }

        private func remove(_ handle: CurlHandle?) {
            guard let handle else { return }
            ek_multi_remove(multi, handle.easy)
            handle.destroy()
        }
    }

    extension CurlTransport {
        /// How many connections each of `engines` engines keeps, because libcurl's own number shrinks with the calls in flight. Together
        /// they leave most of the process's descriptors to the program.
        package static func mostIdleConnections(ofDescriptors limit: Int, engines: Int = 1) -> Int { max(1, min(limit / 4 / engines, 256)) }
    }
#endif
