#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// The beginning and the end of transfers, on the engine's thread.
    extension CurlEngine {
        func add(_ transfer: CurlTransfer) {
            guard let handle = spareHandles.popLast() ?? CurlHandle() else {
                queue.leave(transfer)
                return end(transfer, .failure(APIError(.connection, "libcurl has no memory for another transfer.")))
            }
            transfer.prepare(handle, now: now)
            transfer.index = active.count
            active.append(transfer)
            nextSilenceCheck = min(nextSilenceCheck, transfer.patience(now: now))
            // The look-up begins later, but its time limit must be watched from now on.
            if !CurlVersion.loaded.abandonsLookUps {
                nextSilenceCheck = min(nextSilenceCheck, now + transfer.context.connection.connectTimeout)
            }
            let fault = handle.fault(of: transfer.request) ?? SystemAuthorities.distrust(of: transfer)
            if let fault { return finish(transfer, .failure(fault)) }
            let code = ek_multi_add(multi, handle.easy)
            if code != 0 { finish(transfer, .failure(Self.refusal(code))) }
        }

        static func refusal(_ code: Int32) -> APIError {
            .impossible("libcurl refused a new transfer with result \(code)")
        }

        func finishDone() {
            var code: Int32 = 0
            while let easy = ek_multi_next_done(multi, &code) {
                guard let transfer = CurlTransfer.of(ek_easy_private(easy)) else {
                    sweep.end(on: self)
                    continue
                }
                transfer.endLookUp()
                if !transfer.isAbandoned, let handle = transfer.startAnew(now: now) ?? transfer.startOver(now: now) {
                    ek_multi_remove(multi, handle.easy)
                    if ek_multi_add(multi, handle.easy) == 0 { continue }
                }
                if !transfer.isAbandoned, holdForDescriptor(transfer, code: code) { continue }
                if transfer.isAbandoned {
                    abandoned.removeAll { $0 === transfer }
                    remove(transfer.release())
                } else {
                    noteFailedConnection(of: transfer)
                    finish(transfer, code: code)
                }
            }
            settleStreamEnds()
        }

        /// Lets the transfers that wait for this transfer's connection open their own. If the connection couldn't be made, libcurl 7.88.1
        /// forgets some of them, and the others would wait one after another for a server that doesn't respond.
        private func noteFailedConnection(of transfer: CurlTransfer) {
            if transfer.phase == .connecting, transfer.mayShareConnection { releasedOrigins.insert(transfer.request.origin) }
        }

        func finishAnswered() {
            if answered.isEmpty { return }
            for transfer in answered where transfer.isAnsweredEarly { finish(transfer, transfer.outcome(code: 0)) }
            answered.removeAll(keepingCapacity: true)
        }

        func endSilent() {
            nextSilenceCheck = .distantFuture
            for transfer in active {
                transfer.noteSending(now: now)
                transfer.noteReceiving(now: now)
                if transfer.patience(now: now) <= now {
                    // A complete response is accepted even if its server reads no more of the request.
                    let isAnswered = transfer.hasWholeAnswer || transfer.isUnreadRedirect
                    noteFailedConnection(of: transfer)
                    finish(transfer, isAnswered ? transfer.outcome(code: 0) : .failure(CurlFailure.silence(of: transfer)))
                } else {
                    nextSilenceCheck = min(nextSilenceCheck, transfer.nextLook(now: now))
                }
            }
        }

        func cancelStarted(_ transfer: CurlTransfer) {
            if transfer.handle != nil {
                finish(transfer, .failure(CancellationError()))
            } else if queue.leave(transfer) {
                ended.append((transfer, .failure(CancellationError())))
            }
        }

        /// Ends streams whose readers were released, if they were cancelled at the same time as the engine was stopped.
        func endAll() {
            for transfer in queue.takeAll() { ended.append((transfer, .failure(CancellationError()))) }
            while let transfer = active.last { finish(transfer, .failure(CancellationError())) }
            resumeCallers()
            for transfer in abandoned { remove(transfer.release()) }
        }

        /// Removes the handle, which closes the socket of an incomplete transfer. The caller is resumed at the end of the loop's turn.
        func finish(_ transfer: CurlTransfer, _ outcome: Result<ReceivedResponse, any Error>) {
            guard !transfer.isAbandoned else { return }
            if case .failure(let error) = outcome, transfer.isReused, (error as? APIError)?.isLostConnection == true {
                losses.note(transfer.request.origin, at: now)
            }
            let outcome = transfer.withHead(outcome)
            queue.leave(transfer)
            if transfer.abandon() {
                abandoned.append(transfer)
            } else {
                guard let handle = transfer.release() else { return }
                ek_multi_remove(multi, handle.easy)
                keep(handle)
            }
            let last = active.removeLast()
            if last !== transfer {
                active[transfer.index] = last
                last.index = transfer.index
            }
            ended.append((transfer, outcome))
        }

        private func keep(_ handle: CurlHandle) {
            let most = CurlVersion.loaded.reusesHandles ? 256 : 0
            if spareHandles.count < most { spareHandles.append(handle) } else { handle.destroy() }
        }

        func resumeCallers() {
            if ended.isEmpty { return }
            for (transfer, outcome) in ended { end(transfer, outcome) }
            ended.removeAll(keepingCapacity: true)
        }

        private func end(_ transfer: CurlTransfer, _ outcome: Result<ReceivedResponse, any Error>) {
            // This must happen before the caller can make its next call.
            count(transfer, -1)
            transfer.end(outcome)
        }

        private func remove(_ handle: CurlHandle?) {
            guard let handle else { return }
            ek_multi_remove(multi, handle.easy)
            handle.destroy()
        }
    }
#endif
