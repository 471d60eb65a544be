#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// What transfers report to their engine, on its thread, from libcurl's callbacks.
    extension CurlEngine {
        /// Runs on the engine's thread when a transfer gets or loses its connection, because a different timeout then applies.
        func noteConnection(of transfer: CurlTransfer) {
            nextSilenceCheck = min(nextSilenceCheck, transfer.nextLook(now: transfer.lastActivity))
        }

        /// Runs on the engine's thread when the last byte of a response with a length has arrived.
        func noteWholeAnswer(of transfer: CurlTransfer) { answered.append(transfer) }

        /// Runs on the engine's thread when there are chunks for a reader. The reader is woken once for all chunks of a turn.
        func noteChunks(of transfer: CurlTransfer) { given.append(transfer) }

        func announceChunks() {
            if given.isEmpty { return }
            for transfer in given { transfer.announce() }
            given.removeAll(keepingCapacity: true)
        }

        func mayShareConnections(to origin: Origin) -> Bool { !unsharedOrigins.contains(origin) }

        /// Runs on the engine's thread when it is known which version a server has chosen.
        func note(isShareable: Bool, of origin: Origin) {
            guard unsharedOrigins.note(isShareable: isShareable, origin) else { return }
            if !isShareable { releasedOrigins.insert(origin) }
            sharing.note(isShareable: isShareable, origin)
        }

        /// Whether the transfer must wait until there is room on a connection.
        func mustQueue(_ transfer: CurlTransfer) -> Bool {
            transfer.mayShareConnection && CurlVersion.loaded.asksBeforeRequests && mayShareConnections(to: transfer.request.origin)
                && !transfer.needsOwnConnection
        }

        func releaseQueued() {
            if releasedOrigins.isEmpty { return }
            for origin in releasedOrigins { for transfer in queue.takeAll(for: origin) { add(transfer) } }
            var refused: [(CurlTransfer, Int32)] = []
            for transfer in active where releasedOrigins.contains(transfer.request.origin) {
                guard let handle = transfer.leaveQueue() else { continue }
                // Starts the transfer again, because libcurl counts the wait in its queue as part of connecting.
                ek_multi_remove(multi, handle.easy)
                let code = ek_multi_add(multi, handle.easy)
                if code != 0 { refused.append((transfer, code)) }
            }
            for (transfer, code) in refused { finish(transfer, .failure(Self.refusal(code))) }
            releasedOrigins.removeAll()
        }
    }
#endif
