#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// When a transfer ends because its peer is silent.
    extension CurlTransfer {
        /// Whether the request's body may be in flight, which libcurl doesn't report.
        var mayBeSending: Bool { isConnected && request.body != nil && !isUnreadRedirect }

        /// Notes whether the server has received more of the request's body since the last call. Bytes in buffers on this machine don't
        /// count: libcurl's buffer takes 64 KB at once, and the kernel's buffer grows.
        func noteSending(now: MonotonicTime) {
            guard mayBeSending, let handle else { return }
            // libcurl 7.88.1 forgets a stream if the server ended it before the last bytes of the request were sent.
            if hasOpenAnswer, !CurlVersion.loaded.deliversResetStreams, pauses.isEmpty { ek_easy_look_again(handle.easy) }
            let taken = ek_easy_info_offset(handle.easy, EK_CURLINFO_SIZE_UPLOAD)
            let sent = ek_easy_sent(handle.easy, engine.sockets)
            var isProgress = false
            if sent.acknowledged < 0 {
                let count = taken - ek_easy_unacknowledged(handle.easy, engine.sockets)
                isProgress = progress.notePassing(count)
            } else if isMultiplexed {
                isProgress = progress.note(taken: taken, sent, others: engine.queue.others(of: self, in: engine.active))
            } else {
                isProgress = progress.note(taken: taken, ownConnection: sent.acknowledged)
            }
            if isProgress { (lastActivity, headStart) = (now, nil) }
        }

        /// At most how many bytes the request has sent on its connection, less those of the response's body.
        var surplusAtMost: Int64 {
            guard let handle else { return 0 }
            let longHead: Int64 = 4096
            let sent = handle.sentBytes ?? longHead + ek_easy_info_offset(handle.easy, EK_CURLINFO_SIZE_UPLOAD)
            let received = ek_easy_info_offset(handle.easy, EK_CURLINFO_SIZE_DOWNLOAD)
            // A head is shorter in HTTP/2. Frames and records of TLS add to it and to each part of the body. Each received part of a body
            // may be followed by a WINDOW_UPDATE.
            let (frame, partsOfHead) = (Int64(64), Int64(2))
            return sent + sent / 256 + frame * (partsOfHead + progress.parts) - received + received / 512
        }

        var isAwaitingOwnHead: Bool { phase == .awaitingHead && !isMultiplexed }

        /// Notes whether part of a head has arrived since the last call, because libcurl reports only whole lines. On a shared connection,
        /// the bytes may belong to other requests.
        func noteReceiving(now: MonotonicTime) {
            guard isAwaitingOwnHead, now >= lastActivity + request.timeout / 2, let handle else { return }
            let count = ek_easy_received(handle.easy, engine.sockets)
            if receivedBefore >= 0, count > receivedBefore {
                lastActivity = now
                headStart = headStart ?? now
            }
            receivedBefore = count
        }

        /// When to check whether the peer is silent. While a body is being sent, checks are frequent enough to tell when the silence began.
        func nextLook(now: MonotonicTime) -> MonotonicTime {
            let end = patience(now: now)
            guard mayBeSending else {
                // The first check comes after half of the timeout, so that most responses need none.
                return isAwaitingOwnHead ? min(end, max(lastActivity + request.timeout / 2, now + request.timeout / 8)) : end
            }
            let isForgetful = hasOpenAnswer && !CurlVersion.loaded.deliversResetStreams
            return min(end, now + (isForgetful ? min(request.timeout / 8, .milliseconds(50)) : request.timeout / 8))
        }

        /// While the transfer waits for this side, the peer's silence is ignored. A peer that has begun its response doesn't wait for the
        /// body.
        var isWaitingForThisSide: Bool { pauses.contains(.receiving) || pauses.contains(.sending) && !head.isComplete }

        /// When the timeout ends: the request's timeout, or the connect timeout if there is no connection.
        func patience(now: MonotonicTime) -> MonotonicTime {
            if let redirectEnd { return redirectEnd }
            if isWaitingForThisSide { return now + (isConnected ? longestSilence : context.connection.connectTimeout) }
            let end = lastActivity + (isConnected ? longestSilence : context.connection.connectTimeout)
            return headEnd.map { min($0, end) } ?? end
        }

        /// When the head or the trailers that are arriving must be complete, because a server that sends them byte by byte is never silent.
        private var headEnd: MonotonicTime? { isConnected ? headStart.map { $0 + longestHead } : nil }

        /// How long a head may take to arrive, and how long the trailers may take.
        var longestHead: Duration { request.timeout * 10 }

        var isHeadLate: Bool { headEnd.map { $0 <= engine.now } ?? false }

        /// How long the peer may be silent now that there is a connection.
        var longestSilence: Duration { phase == .receiving ? context.bodyTimeout ?? request.timeout : request.timeout }
    }
#endif
