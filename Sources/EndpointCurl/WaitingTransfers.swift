#if os(Linux)
    internal import EndpointHTTP

    /// Transfers in order of arrival. A transfer that leaves is only counted, and skipped later, so that each step takes the same time
    /// however many transfers are waiting.
    struct WaitingTransfers {
        private var transfers: [CurlTransfer] = []
        private var first = 0
        /// How many transfers are waiting.
        private(set) var count = 0

        mutating func append(_ transfer: CurlTransfer) {
            transfers.append(transfer)
            count += 1
        }

        /// Called when a transfer's place is no longer `waiting`.
        mutating func noteLeaving() {
            count -= 1
            // Otherwise, removed transfers would retain their requests until their turn came.
            if transfers.count - first > count * 2 { drop() }
        }

        mutating func popFirst() -> CurlTransfer? {
            while first < transfers.count {
                let transfer = transfers[first]
                first += 1
                guard transfer.place == .waiting else { continue }
                count -= 1
                if first > transfers.count / 2 { drop() }
                return transfer
            }
            return nil
        }

        /// Releases transfers that no longer wait.
        private mutating func drop() {
            transfers.removeFirst(first)
            first = 0
            transfers.removeAll { $0.place != .waiting }
        }
    }
#endif
