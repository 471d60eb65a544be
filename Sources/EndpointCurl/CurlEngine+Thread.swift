#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Glibc

    /// The engine's thread.
    extension CurlEngine {
        /// Returns nil if the thread was started, otherwise the reason why it wasn't. Called with the mailbox locked.
        func startThread() -> String? {
            let hasDescriptors = ek_sockets_begin(sockets)
            if hasDescriptors { multi = ek_multi_init(sockets) }
            guard multi != nil, ek_multi_set_long(multi, EK_CURLMOPT_MAXCONNECTS, Self.mostConnections) == 0 else {
                closeMulti()
                return hasDescriptors ? "libcurl could not start: no memory or no file descriptors are left" : CurlFailure.noDescriptors
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
                setRunning(true)
                group.noteStart()
                return nil
            }
            Unmanaged<CurlEngine>.fromOpaque(context).release()
            closeMulti()
            return "the transport could not start its thread: the limit of threads is reached"
        }

        /// libcurl's own limit would shrink with the number of calls in flight, and also count their connections. `IdleConnections` replaces
        /// it.
        private static let mostConnections = 1 << 20

        private func run() {
            // The thread's name, as shown by tools.
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
                ek_multi_act(multi, sockets)
                idleConnections.limit(on: self)
                announceChunks()
                finishDone()
                finishAnswered()
                releaseQueued()
                if now >= nextSilenceCheck { endSilent() }
                for transfer in queue.takeReady() { add(transfer) }
                sweep.begin(on: self)
                endRelief()
                resumeCallers()
                if hasRested() { return }
                sleep()
            }
            endAll()
            close()
        }

        /// Returns false if the engine was stopped.
        private func takeCommands() -> Bool {
            guard let isToRest = mailbox.take(into: &taken) else { return false }
            // The flag stays set until nothing is in flight.
            if isToRest { self.isToRest = true }
            for command in taken {
                switch command {
                case .start(let transfer): if !mustQueue(transfer) || queue.admit(transfer) { add(transfer) }
                case .cancel(let transfer): cancelStarted(transfer)
                case .resume(let transfer): transfer.resume(now: now)
                }
            }
            taken.removeAll(keepingCapacity: true)
            return true
        }

        private func sleep() {
            idleConnections.plan(on: self)
            var end = min(sweep.nextLook, idleConnections.nextLook, MonotonicTime(nanoseconds: ek_sockets_timer(sockets)))
            if let relief { end = min(end, relief.end) }
            end = min(end, active.isEmpty ? idleEnd : nextSilenceCheck)
            // Sockets are checked in each turn, even if there are always commands.
            let mayBlock = end > now && mailbox.fallAsleep()
            let timeout = !mayBlock ? 0 : end == .distantFuture ? -1 : (end - now).clampedMilliseconds
            now = MonotonicTime(nanoseconds: ek_sockets_wait(sockets, timeout))
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
                // Done with the lock held, because the next transfer starts another thread.
                close()
                isToRest = false
                setRunning(false)
                return true
            }
        }

        private func close() {
            sweep.end(on: self)
            sweep = ConnectionSweep()
            idleConnections = IdleConnections()
            relief = nil
            for handle in spareHandles { handle.destroy() }
            spareHandles = []
            closeMulti()
            group.noteEnd()
        }

        private func closeMulti() {
            if multi != nil { ek_multi_cleanup(multi) }
            multi = nil
            ek_sockets_end(sockets)
        }
    }
#endif
