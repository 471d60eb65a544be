#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// What happens when no descriptor is left: all engines of the process close their idle connections, and what needs the descriptor is
    /// tried once more.
    extension CurlEngine {
        /// Transfers that wait for a descriptor.
        struct Relief {
            var waiting: [CurlTransfer] = []
            let request = ek_relief_ask()
            /// When they are tried again in any case, because an engine may be slow.
            let end: MonotonicTime
        }

        private static let longestRelief = Duration.milliseconds(500)

        /// Waits until the engines have closed their idle connections. Not for an engine's thread.
        static func relieve() { ek_relief_wait(longestRelief.clampedMilliseconds) }

        /// Called when libcurl has ended a transfer. Whether the transfer now waits for a descriptor.
        func holdForDescriptor(_ transfer: CurlTransfer, code: Int32) -> Bool {
            guard transfer.descriptorWait == .none, transfer.sendingCount == 0, CurlVersion.loaded.asksBeforeRequests,
                CurlFailure.lacksDescriptor(code, transfer), let handle = transfer.handle
            else { return false }
            transfer.descriptorWait = .waiting
            ek_multi_remove(multi, handle.easy)
            if relief == nil { relief = Relief(end: now + Self.longestRelief) }
            relief?.waiting.append(transfer)
            return true
        }

        /// Starts the transfers that wait for a descriptor, if the engines have closed their idle connections.
        func endRelief() {
            guard let relief, now >= relief.end || ek_relief_is_complete(relief.request) else { return }
            self.relief = nil
            for transfer in relief.waiting {
                // The others have been cancelled, or have timed out.
                guard let handle = transfer.handle, !transfer.isAbandoned else { continue }
                (transfer.descriptorWait, transfer.failure, transfer.socketError, transfer.start) = (.over, nil, 0, now)
                handle.clearErrorText()
                // It is no longer known whether the connection that it would wait for is being made.
                transfer.setQueueing(of: handle)
                let code = ek_multi_add(multi, handle.easy)
                if code != 0 { finish(transfer, .failure(Self.refusal(code))) }
            }
        }
    }
#endif
