#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// What the caller of a transfer receives.
    extension CurlTransfer {
        var hasHead: Bool { head.isComplete }
        var isAbandoned: Bool { phase == .abandoned }
        /// Whether the server has stated that it didn't process the request (REFUSED_STREAM, or GOAWAY with a lower stream), so that libcurl
        /// tries to send it again. A lost HTTP/2 connection leaves an error text instead, except in versions that say why streams end.
        var isRefusedUnread: Bool {
            isMultiplexed && !hasHead && (CurlVersion.loaded.saysWhyStreamsEnd ? isExcluded : handle?.hasErrorText == false)
        }
        /// Whether the server has ended the stream because it requires HTTP/1.1 for the request (HTTP_1_1_REQUIRED). No other attempt in
        /// HTTP/2 would succeed, so libcurl may send the request in HTTP/1.1 if it may be sent twice.
        var isRefusedVersion: Bool {
            isMultiplexed && !hasHead && handle.map { String(cString: $0.errorText + 1).contains("HTTP_1_1_REQUIRED") } == true
        }
        var isConnected: Bool { phase == .awaitingHead || phase == .receiving }

        /// Whether the policy is HTTP/2 and it isn't yet known whether the server supports it, because there is no head and the connection is
        /// new.
        var isFirstInHTTP2: Bool {
            guard context.httpVersion == .http2, !hasHead, let handle else { return false }
            return ek_easy_info_long(handle.easy, EK_CURLINFO_NUM_CONNECTS) > 0
        }

        /// Whether the server of a new connection without TLS is known to have sent no frame: it sent nothing or HTTP/1.1, or nghttp2 says that
        /// its first bytes are none.
        func hasNoFrames(_ detail: String) -> Bool {
            detail.contains("expected SETTINGS frame") || ek_sockets_received_no_frame(engine.sockets, socket)
        }

        /// Whether the whole response has arrived. Only the response's own framing decides this.
        var hasWholeAnswer: Bool { phase == .receiving && framing.isComplete }

        /// Whether an HTTP/2 server has responded before it received the whole body, so that it doesn't need the rest. libcurl 7.88.1 still
        /// waits for space to send the rest, and polls for it without a pause.
        var isAnsweredEarly: Bool {
            guard request.body != nil, let handle, hasWholeAnswer, handle.httpVersion == .http2 else { return false }
            guard let length = bodyLength else { return upload?.hasEnded == false }
            return ek_easy_info_offset(handle.easy, EK_CURLINFO_SIZE_UPLOAD) < length
        }

        /// An HTTP/2 response that arrived before the server had received the whole body, if only the end of the stream marks the response's
        /// end: see `CurlVersion`. nil for any other response, or if a reader is receiving it.
        var openAnswer: HTTPResponse? { hasOpenAnswer && !isStreamed ? response().response(to: request) : nil }

        var hasOpenAnswer: Bool { request.body != nil && head.isComplete && framing.endsWithStream }

        /// Whether the server responded with 417 to the caller's own Expect. libcurl would send the request again without Expect, and join
        /// the two responses.
        var isExpectationRefused: Bool { head.isComplete && head.status.rawValue == 417 && request.headers.contains("Expect") }

        func outcome(code: Int32) -> Result<ReceivedResponse, any Error> {
            if let measured, let metrics = metrics(isComplete: true) { measured.complete(metrics) }
            if code == 0 || CurlFailure.isEndOfStream(code, of: self) { framing.end() }
            if isUnreadRedirect { return .success(response()) }
            if let failure = failure ?? CurlFailure.error(code: code, of: self) { return .failure(failure) }
            return .success(response())
        }

        /// Adds the head that has arrived to the error of a buffered response.
        func withHead(_ outcome: Result<ReceivedResponse, any Error>) -> Result<ReceivedResponse, any Error> {
            guard case .failure(let error as APIError) = outcome, hasHead, !isStreamed, error.response == nil else { return outcome }
            var head = response().response(to: request)
            head.body = Data()
            return .failure(error.adding(head: head))
        }

        /// Whether the head alone is the outcome, whatever happens to the body.
        var isUnreadRedirect: Bool { redirectEnd != nil }

        func response() -> ReceivedResponse {
            var body = GrowingBuffer()
            swap(&body, &self.body)
            return ReceivedResponse(
                status: head.status, fields: head.takeFields(), body: body,
                // An empty 205 isn't truncated, because it should have no content (RFC 9110, section 15.3.6).
                endsWithConnection: framing.endsWithConnection && !isUnreadRedirect && head.status != .resetContent,
                endsWithStream: framing.endsWithStream,
                measured: measuredResponse())
        }

        /// The metrics. Those of a stream are completed at its end.
        func measuredResponse() -> TransferMetrics.Shared? {
            guard context.wantsMetrics, let metrics = metrics(isComplete: !isStreamed) else { return nil }
            let measured = TransferMetrics.Shared(metrics)
            if isStreamed { self.measured = measured }
            return measured
        }

        /// libcurl's metrics. For a request with a body, libcurl may report the first byte that was sent as the first byte of the response,
        /// as 7.88.1 does.
        private func metrics(isComplete: Bool) -> TransferMetrics? {
            guard var metrics = handle?.metrics(isComplete: isComplete) else { return nil }
            if request.body != nil {
                // libcurl starts counting slightly later than the engine.
                metrics.firstByte = firstLine.map { line in min(line - start, metrics.total ?? line - start) }
            }
            return metrics
        }
    }
#endif
