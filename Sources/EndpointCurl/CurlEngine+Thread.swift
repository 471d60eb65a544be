#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Glibc

    /// The engine's thread.
    extension CurlEngine {
        /// Returns nil if the thread was started, otherwise the reason why it wasn't. Called with the mailbox locked.
        func startThread() -> String? {
            (sharerCount, countedInUse) = (0, 0)
            let hasDescriptors = ek_sockets_begin(sockets)
            if hasDescriptors { multi = ek_multi_init(sockets) }
            guard multi != nil, limitIdleConnections(sharedBy: group.runningCount + 1) else {
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

        /// Limits the idle connections to this engine's share. libcurl closes those beyond the limit when others become idle. Returns false
        /// if libcurl rejects the limit.
        @discardableResult private func limitIdleConnections(sharedBy count: Int) -> Bool {
            // libcurl also counts the connections in use, which mustn't displace the idle ones. Their number is rounded, because it changes
            // all the time.
            let inUse = (active.count + 63) / 64 * 64
            if count == sharerCount, inUse == countedInUse { return true }
            sharerCount = count
            countedInUse = inUse
            var limit = rlimit()
            let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
            let most = isKnown ? CurlTransport.mostIdleConnections(ofDescriptors: Int(clamping: limit.rlim_cur), engines: count) : 1
            return ek_multi_set_long(multi, EK_CURLMOPT_MAXCONNECTS, most + inUse) == 0
        }

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
                limitIdleConnections(sharedBy: group.runningCount)
                ek_multi_act(multi, sockets)
                announceChunks()
                finishDone()
                finishAnswered()
                releaseQueued()
                if now >= nextSilenceCheck { endSilent() }
                for transfer in queue.takeReady() { add(transfer) }
                sweep.begin(on: self)
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
            var end = min(sweep.nextLook, MonotonicTime(nanoseconds: ek_sockets_timer(sockets)))
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

    extension CurlTransport {
        /// How many idle connections each of `engines` engines keeps, because libcurl's own number shrinks with the number of calls in
        /// flight. Together, the engines leave most of the process's descriptors to the program.
        package static func mostIdleConnections(ofDescriptors limit: Int, engines: Int = 1) -> Int { max(1, min(limit / 4 / engines, 256)) }
    }
#endif
