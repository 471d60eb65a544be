#if canImport(CurlShim)
    internal import CurlShim
    internal import Glibc
    internal import Synchronization

    /// libcurl's multi handle, and the one thread that touches it.
    ///
    /// Callers leave commands in the mailbox; the thread takes them, lets libcurl work, hands out what has ended, and sleeps in
    /// `curl_multi_poll` until a socket or a command wakes it. Only a command that finds the thread asleep pays for waking it.
    final class CurlEngine: @unchecked Sendable {
        private enum Command {
            case start(CurlTransfer)
            case cancel(CurlTransfer)
            case resume(CurlTransfer)
        }

        private struct Mailbox {
            var commands: [Command] = []
            var isRunning = false
            var isAsleep = false
            var isStopped = false
        }

        private let mailbox = Mutex(Mailbox())
        let multi: OpaquePointer
        /// Those of its connections.
        let sockets: OpaquePointer

        // Touched by the thread only.
        private(set) var active: [CurlTransfer] = []
        private var spareHandles: [CurlHandle] = []
        private let spareLimit = CurlVersion.loaded.reusesHandles ? 256 : 0
        // Ended for their callers, and not for libcurl, which still looks up a name.
        private var abandoned: [CurlTransfer] = []
        private var streamedCount = 0
        private var taken: [Command] = []
        private(set) var now = MonotonicTime.now
        // No transfer can have been silent too long before this.
        private var nextSilenceCheck = MonotonicTime.distantFuture
        private var sweep = ConnectionSweep()
        // The process whose thread it is.
        private let forkCount = ek_fork_count()

        init?() {
            guard let multi = ek_multi_init() else { return nil }
            // Idle connections kept for the next calls. libcurl's own default shrinks with the calls in flight.
            guard ek_multi_set_long(multi, EK_CURLMOPT_MAXCONNECTS, 256) == 0, let sockets = ek_sockets_new() else {
                ek_multi_cleanup(multi)
                return nil
            }
            self.multi = multi
            self.sockets = sockets
        }

        // After the connections, which are closed with the multi handle.
        deinit { ek_sockets_free(sockets) }

        // MARK: From any thread

        func start(_ transfer: CurlTransfer, resuming continuation: CurlTransfer.Continuation) {
            // Before the lock, which a thread of the parent may have held.
            if isForked {
                return continuation.resume(
                    throwing: APIError(
                        .configuration,
                        "This process was made by fork, and the transport's thread and connections are its parent's: make a CurlTransport here.",
                        request: transfer.request))
            }
            let refusal: (any Error)? = mailbox.withLock { mailbox in
                // Cancelled before the start: nothing is opened.
                if transfer.isCancelled { return CancellationError() }
                guard mailbox.isRunning || startThread() else {
                    return APIError(
                        .connection, "The transport could not start its thread: this process may have no more of them.",
                        request: transfer.request)
                }
                mailbox.isRunning = true
                transfer.continuation = continuation
                leave(.start(transfer), in: &mailbox)
                return nil
            }
            if let refusal { continuation.resume(throwing: refusal) }
        }

        private var isForked: Bool { ek_fork_count() != forkCount }

        func cancel(_ transfer: CurlTransfer) {
            if isForked { return }
            mailbox.withLock { mailbox in
                transfer.isCancelled = true
                // Without a continuation it hasn't started, and never will.
                if transfer.continuation != nil { leave(.cancel(transfer), in: &mailbox) }
            }
        }

        /// Takes up a transfer again that waits for room, or for something to send.
        func resume(_ transfer: CurlTransfer) {
            if isForked { return }
            mailbox.withLock { leave(.resume(transfer), in: &$0) }
        }

        /// Ends the thread. No transfer is running: each keeps its transport alive.
        func stop() {
            // The connections are the parent's to close.
            if isForked { return }
            mailbox.withLock { mailbox in
                mailbox.isStopped = true
                if mailbox.isRunning {
                    wake(&mailbox)
                } else {
                    ek_multi_cleanup(multi)
                }
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

        private func startThread() -> Bool {
            let context = Unmanaged.passRetained(self).toOpaque()
            var thread = pthread_t()
            let failure = pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    Unmanaged<CurlEngine>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                }, context)
            if failure == 0 { pthread_detach(thread) } else { Unmanaged<CurlEngine>.fromOpaque(context).release() }
            return failure == 0
        }

        private func run() {
            // A TLS library may write to a socket that the peer has closed.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)

            while takeCommands() {
                now = .now
                for command in taken {
                    switch command {
                    case .start(let transfer): add(transfer)
                    case .cancel(let transfer): if transfer.handle != nil { finish(transfer, .failure(CancellationError())) }
                    case .resume(let transfer): transfer.resume(now: now)
                    }
                }
                taken.removeAll(keepingCapacity: true)
                ek_multi_perform(multi)
                if streamedCount > 0 { for transfer in active { transfer.announce() } }
                finishDone()
                if now >= nextSilenceCheck { endSilent() }
                sweep.begin(on: self)
                sleep()
            }
            // Streams whose readers are gone, and whose cancel came with the end.
            while let transfer = active.last { finish(transfer, .failure(CancellationError())) }
            for transfer in abandoned { remove(transfer.release()) }
            for handle in spareHandles { handle.destroy() }
            ek_multi_cleanup(multi)
        }

        /// False when the engine was stopped.
        private func takeCommands() -> Bool {
            mailbox.withLock { mailbox in
                swap(&mailbox.commands, &taken)
                mailbox.isAsleep = false
                return !mailbox.isStopped
            }
        }

        private func sleep() {
            let mayPoll = mailbox.withLock { mailbox in
                mailbox.isAsleep = mailbox.commands.isEmpty && !mailbox.isStopped
                return mailbox.isAsleep
            }
            guard mayPoll else { return }
            var end = sweep.nextLook
            if !active.isEmpty { end = min(end, nextSilenceCheck) }
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
                return transfer.end(.failure(APIError(.connection, "libcurl has no memory for another transfer.")))
            }
            transfer.prepare(handle, now: now)
            transfer.index = active.count
            active.append(transfer)
            if transfer.isStreamed { streamedCount += 1 }
            nextSilenceCheck = min(nextSilenceCheck, transfer.patience(now: now))
            // A look-up begins when libcurl gets there.
            if !CurlVersion.loaded.abandonsLookUps {
                nextSilenceCheck = min(nextSilenceCheck, now + transfer.context.connection.connectTimeout)
            }
            let fault = handle.fault(of: transfer.request) ?? SystemAuthorities.distrust(of: transfer)
            if let fault { return finish(transfer, .failure(fault)) }
            let code = ek_multi_add(multi, handle.easy)
            if code != 0 { finish(transfer, .failure(APIError(.connection, "libcurl took no other transfer: its result was \(code)."))) }
        }

        /// On the engine's thread: silence counts from now on, or the time that another connection takes.
        func noteConnection(of transfer: CurlTransfer) {
            nextSilenceCheck = min(nextSilenceCheck, transfer.patience(now: transfer.lastActivity))
        }

        private func finishDone() {
            var code: Int32 = 0
            while let easy = ek_multi_next_done(multi, &code) {
                guard let context = ek_easy_private(easy) else {
                    sweep.end(on: self)
                    continue
                }
                let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
                transfer.endLookUp()
                if !transfer.isAbandoned, let handle = transfer.startAnew(now: now) {
                    ek_multi_remove(multi, handle.easy)
                    if ek_multi_add(multi, handle.easy) == 0 { continue }
                }
                if transfer.isAbandoned {
                    abandoned.removeAll { $0 === transfer }
                    remove(transfer.release())
                } else {
                    finish(transfer, transfer.outcome(code: code))
                }
            }
        }

        private func endSilent() {
            nextSilenceCheck = .distantFuture
            for transfer in active {
                var end = transfer.patience(now: now)
                // libcurl asks for a part of the body long before that is sent.
                if end <= now, transfer.hasSentMore(now: now) { end = transfer.patience(now: now) }
                if end <= now {
                    // An answer that came whole is one, also where its server takes no more of the request.
                    finish(transfer, transfer.hasWholeAnswer ? transfer.outcome(code: 0) : .failure(CurlFailure.silence(of: transfer)))
                } else {
                    nextSilenceCheck = min(nextSilenceCheck, end)
                }
            }
        }

        /// Takes the handle back, which closes the socket of a transfer that isn't complete, and resumes the caller.
        private func finish(_ transfer: CurlTransfer, _ outcome: Result<HTTPResponse, any Error>) {
            guard !transfer.isAbandoned else { return }
            if transfer.isLookingUp {
                transfer.isAbandoned = true
                abandoned.append(transfer)
            } else {
                guard let handle = transfer.release() else { return }
                ek_multi_remove(multi, handle.easy)
                if spareHandles.count < spareLimit { spareHandles.append(handle) } else { handle.destroy() }
            }
            if transfer.isStreamed { streamedCount -= 1 }
            let last = active.removeLast()
            if last !== transfer {
                active[transfer.index] = last
                last.index = transfer.index
            }
            transfer.end(outcome)
        }

        private func remove(_ handle: CurlHandle?) {
            guard let handle else { return }
            ek_multi_remove(multi, handle.easy)
            handle.destroy()
        }
    }
#endif
