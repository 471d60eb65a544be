#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// What libcurl receives: the head and the body.
    extension CurlTransfer {
        /// Receives a line of a proxy's response to CONNECT. The body of a refusal isn't read: libcurl would read all of it at once, and
        /// block other transfers.
        func receiveTunnelHeader(_ line: UnsafeRawBufferPointer) -> Int {
            guard line.isStatusLine else { return line.count }
            let status = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix { $0 != UInt8(ascii: " ") && $0 >= 0x20 }
            if let first = status.first, first == UInt8(ascii: "1") || first == UInt8(ascii: "2") { return line.count }
            failure = CurlFailure.refusedTunnel(String(decoding: status.prefix(10), as: UTF8.self), of: request)
            return 0
        }

        func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
            if phase < .awaitingHead { return receiveTunnelHeader(line) }
            lastActivity = engine.now
            if firstLine == nil { firstLine = engine.now }
            if headStart == nil || line.isStatusLine { headStart = engine.now }
            // A second status line means that libcurl has sent the request again.
            if isAbandoned || line.isStatusLine && isExpectationRefused { return 0 }
            do {
                return try head.receive(line) == .lastOfHead && !endHead() ? 0 : line.count
            } catch {
                failure = CurlFailure.malformed(error.description, of: request)
                return 0
            }
        }

        /// Called when the head is complete. Returning false ends the transfer.
        func endHead() -> Bool {
            if context.httpVersion != .automatic, let refusal = context.httpVersion.refusal(of: handle?.httpVersion, to: request) {
                failure = refusal
                return false
            }
            enter(.receiving)
            headStart = nil
            framing = head.framing(of: request.method)
            if hasOpenAnswer || context.bodyTimeout != nil { engine.noteConnection(of: self) }
            // A body may still follow, although a response to HEAD has none, and its bytes would be read as the next response.
            let mayContinue = handle?.isHTTP1 == true && (request.method == .head || head.announcesForbiddenBody)
            if head.hasAmbiguousEnd || mayContinue { handle?.set(EK_CURLOPT_FORBID_REUSE, 1) }
            // The rest of an invalid message would be read as the next response, and not every TLS library lets us detect this.
            if case .none = framing, request.origin.scheme == .https, let handle, handle.isHTTP1, !ek_easy_sees_stray_input(handle.easy) {
                handle.set(EK_CURLOPT_FORBID_REUSE, 1)
            }
            // A response that doesn't need the rest of the body ends the transfer, but not while sending is paused.
            if pauses.contains(.sending) { engine.resume(self) }
            if isStreamed {
                resume(.success(response()))
            } else if head.leavesBodyUnread(in: context) {
                redirectEnd = engine.now + Self.redirectGrace
                engine.noteConnection(of: self)
            } else if case .length(let length) = framing {
                body.reserve(min(length, context.bodyLimit(of: request), 1 << 20))
            }
            noteWholeAnswer()
            return true
        }

        func noteWholeAnswer() {
            if request.body != nil, hasWholeAnswer { engine.noteWholeAnswer(of: self) }
        }

        func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            lastActivity = engine.now
            guard phase == .receiving else {
                failure = CurlFailure.malformed("its body began before its head was complete", of: request)
                return 0
            }
            do {
                let before = framing
                var isTaken = true
                try framing.take(bytes) { isTaken = keep($0) }
                guard isTaken else {
                    // libcurl keeps these bytes, and pauses reading from the socket.
                    framing = before
                    if failure != nil { return 0 }
                    pauses.insert(.receiving)
                    return EK_CURL_FUNC_PAUSE
                }
            } catch {
                failure = CurlFailure.malformed(error.description, of: request)
                return 0
            }
            if headStart == nil, framing.isInTrailers { headStart = engine.now }
            if framing.hasExcess { handle?.set(EK_CURLOPT_FORBID_REUSE, 1) }
            noteWholeAnswer()
            return bytes.count
        }

        /// Returns false if the buffer is full, there is no memory, or the limit is exceeded.
        func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
            if let chunks {
                guard chunks.give(bytes) else { return false }
                if !hasGiven { engine.noteChunks(of: self) }
                hasGiven = true
                return true
            }
            if isUnreadRedirect {
                unreadCount += bytes.count
                if unreadCount > Self.redirectLimit { failure = APIError.bodyTooLarge(request, limit: Self.redirectLimit) }
                return failure == nil
            }
            let limit = context.bodyLimit(of: request)
            if body.count + bytes.count <= limit, body.append(bytes) { return true }
            failure = APIError.bodyTooLarge(request, limit: limit)
            return false
        }
    }
#endif
